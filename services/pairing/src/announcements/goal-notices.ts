import { type EventEnvelope, type GoalProgressed, goalProgressed } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Announcements } from './announcements.service.js';

/** Writes notices and activities about goals, from the events of challenges. */
@Injectable()
export class GoalNotices {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {}

  @OnEvent(goalProgressed)
  async onGoalProgressed({ coupleId, goalId, step, actorId }: GoalProgressed, event: EventEnvelope): Promise<void> {
    const entity = { type: 'goal' as const, id: goalId };
    const kind = `goal_${step}` as const;
    await this.announcements.announce(event, {
      coupleId,
      actorId,
      notice: kind,
      entity,
      activity: { kind, entity },
    });
  }
}
