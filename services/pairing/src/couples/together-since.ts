import { type SetTogetherSinceDto, TEXTS } from '@duet/contracts';
import { AppError, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ActivityLog } from '../activities/activity-log.js';
import { Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import { ReminderPlan } from '../dates/reminder-plan.js';
import { Couple } from './couple.entity.js';
import { coupleView } from './couple.view.js';
import { CouplesService } from './couples.service.js';
import { dayIn } from './zone.js';

/** The day from which two people count. */
@Injectable()
export class TogetherSince {
  constructor(
    @Inject(Changes) private readonly changes: Changes,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ReminderPlan) private readonly reminders: ReminderPlan,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * The day that is set already is no news, whatever version the caller knew.
   * @throws AppError NO_PARTNER, VERSION_CONFLICT; VALIDATION_FAILED of a day that is still to come where the two are
   */
  async set(userId: string, { togetherSince, version }: SetTogetherSinceDto): Promise<Couple> {
    return this.changes.commit(async (change) => {
      const { couple, by, members } = await this.couples.act(change, userId);
      if (couple.togetherSince === togetherSince) return couple;
      if (couple.togetherSinceVersion !== version) throw new AppError('VERSION_CONFLICT', { current: coupleView(couple) });
      if (togetherSince > dayIn(this.clock.now(), couple.timezone)) throw fieldError('togetherSince', TEXTS.togetherSinceInFuture);
      const changed = { ...couple, togetherSince, togetherSinceVersion: version + 1 };
      await change.tx.update(Couple, { id: couple.id }, { togetherSince, togetherSinceVersion: changed.togetherSinceVersion });
      await this.reminders.follow(change.tx, changed);
      await this.activities.record(change, { coupleId: couple.id, members }, { kind: 'together_since_changed', by });
      return changed;
    });
  }
}
