import { TEXTS } from '@duet/contracts';
import { Clock, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { CapsuleChanges } from '../capsules/capsule-changes.js';
import { Capsule } from '../capsules/capsule.entity.js';
import { newCapsule, requireRoomForCapsule } from '../capsules/new-capsule.js';
import { CouplesService } from '../couples/couples.service.js';

/** The couple's one album of kept things. */
@Injectable()
export class KeptAlbum {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * The album's id. The first keeping creates it; a unique index decides between two at once.
   * @throws AppError NO_PARTNER, TOO_MANY_CAPSULES
   */
  async findOrCreate(userId: string): Promise<string> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const { coupleId } = await this.couples.lockMembership(tx, userId);
      const found = await tx.findOneBy(Capsule, { coupleId, collectsKept: true });
      if (found) return found.id;
      await requireRoomForCapsule(tx, coupleId);
      const wanted = { title: TEXTS.keptMoments, kind: 'keepsake', source: 'chat', clientId: uuid() } as const;
      const capsule = newCapsule(userId, coupleId, wanted, this.clock.now());
      await tx.createQueryBuilder().insert().into(Capsule).values(capsule).orIgnore().execute();
      const { id } = await tx.findOneByOrFail(Capsule, { coupleId, collectsKept: true });
      if (id === capsule.id) await this.changes.announceNew(unit, capsule, userId);
      return id;
    });
  }
}
