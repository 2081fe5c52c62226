import { Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { AwardsService } from '../awards/awards.service.js';
import { lapsedSince } from './wish-states.js';
import { Wish } from './wish.entity.js';

/** The couple's points that wishes have neither reserved nor spent. */
@Injectable()
export class WishPoints {
  constructor(
    @Inject(AwardsService) private readonly awards: AwardsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Below 0 where an undone step took its award back. The sum is exact while the couple's row is locked for changes: every
   * award is written under a lock of that row.
   */
  async available(tx: Tx, coupleId: string): Promise<number> {
    const earned = await this.awards.points(tx, coupleId);
    const used = await tx.sum(Wish, 'points', [
      { coupleId, status: In(['fulfilled', 'deleted']) },
      { coupleId, status: 'redeemed', redeemedAt: MoreThan(lapsedSince(this.clock.now())) },
    ]);
    return earned - (used ?? 0);
  }
}
