import { type EventEnvelope, type GoalProgressed, goalProgressed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CoupleAnnouncer } from '../announcements/couple-announcer.js';

/** Writes notices and activities about goals, from the events of challenges. */
@Injectable()
export class GoalNotices {
  constructor(@Inject(CoupleAnnouncer) private readonly announcer: CoupleAnnouncer) {}

  @OnEvent(goalProgressed)
  async onGoalProgressed(
    { coupleId, goalId, step, actorId }: GoalProgressed,
    { id: eventId }: EventEnvelope,
  ): Promise<void> {
    const entity = { type: 'goal' as const, id: goalId };
    const kind = `goal_${step}` as const;
    await this.announcer.announceOnce({ eventId, coupleId, actorId, notice: kind, entity, activity: { kind, entity } });
  }
}
