import {
  type ActivityKind,
  type ChallengeProgressed,
  type ChallengeStage,
  type EntityType,
  type EventEnvelope,
  type NoticeKind,
  challengeProgressed,
} from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Announcements } from './announcements.service.js';

interface Wording {
  notice: NoticeKind;
  /** A notice that time causes has a type of its own, because no other live update shows a toast for it. */
  type: EntityType;
  /** Absent where the stage is no activity of the list. */
  activity?: ActivityKind;
}

const WORDINGS: Record<ChallengeStage, Wording> = {
  proposed: { notice: 'challenge_proposed', type: 'challenge', activity: 'challenge_proposed' },
  accepted: { notice: 'challenge_accepted', type: 'challenge', activity: 'challenge_accepted' },
  due_tomorrow: { notice: 'challenge_due_tomorrow', type: 'challenge_reminder' },
  overdue: { notice: 'challenge_overdue', type: 'challenge_reminder' },
  completed: { notice: 'challenge_completed', type: 'challenge', activity: 'challenge_completed' },
};

/** Writes notices and activities about challenges, from the events of their service. */
@Injectable()
export class ChallengeNotices {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {}

  @OnEvent(challengeProgressed)
  async onChallengeProgressed(
    { coupleId, challengeId: id, stage, actorId }: ChallengeProgressed,
    event: EventEnvelope,
  ): Promise<void> {
    const { notice, type, activity } = WORDINGS[stage];
    await this.announcements.announce(event, {
      coupleId,
      actorId,
      notice,
      entity: { type, id },
      activity: activity && { kind: activity, entity: { type: 'challenge', id } },
    });
  }
}
