import { type SetTogetherSinceDto, TEXTS } from '@duet/contracts';
import { AppError, Clock, Transactions, dayIn, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CoupleChanges } from './couple-changes.js';
import { Couple } from './couple.entity.js';
import { coupleView } from './couple.view.js';
import { CouplesService } from './couples.service.js';

/** Sets the day from which a couple counts. */
@Injectable()
export class TogetherSince {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CoupleChanges) private readonly changes: CoupleChanges,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Setting the stored day again succeeds with any version and records nothing.
   * @throws AppError NO_PARTNER, VERSION_CONFLICT; VALIDATION_FAILED for a day in the future of the couple's time zone
   */
  async set(userId: string, { togetherSince, version }: SetTogetherSinceDto): Promise<Couple> {
    return this.transactions.run(async (unit) => {
      const { couple, by, members } = await this.couples.lockCouple(unit, userId);
      if (couple.togetherSince === togetherSince) return couple;
      if (couple.togetherSinceVersion !== version)
        throw new AppError('VERSION_CONFLICT', { current: coupleView(couple) });
      if (togetherSince > dayIn(this.clock.now(), couple.timezone))
        throw fieldError('togetherSince', TEXTS.togetherSinceInFuture);
      const changed = { ...couple, togetherSince, togetherSinceVersion: version + 1 };
      await unit.tx.update(
        Couple,
        { id: couple.id },
        { togetherSince, togetherSinceVersion: changed.togetherSinceVersion },
      );
      await this.changes.announce(unit, { kind: 'together_since_changed', couple: changed, members, by });
      return changed;
    });
  }
}
