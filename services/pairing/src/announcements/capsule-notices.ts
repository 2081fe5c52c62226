import {
  type ActivityKind,
  type CapsuleProgressed,
  type CapsuleStage,
  type EntityType,
  type EventEnvelope,
  type NoticeKind,
  capsuleProgressed,
} from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Announcements } from './announcements.service.js';

interface Wording {
  notice: NoticeKind;
  /** A reminder has a type of its own, because no other live update shows a toast for it. */
  type: EntityType;
  /** Absent where the stage is no activity of the list. */
  activity?: (kind: CapsuleProgressed['kind']) => ActivityKind;
}

const WORDINGS: Record<CapsuleStage, Wording> = {
  created: { notice: 'capsule_created', type: 'capsule', activity: () => 'capsule_created' },
  sealed: { notice: 'capsule_sealed', type: 'capsule', activity: () => 'capsule_sealed' },
  ready: { notice: 'capsule_ready', type: 'capsule' },
  date_proposed: { notice: 'capsule_date_proposed', type: 'capsule' },
  opens_in_week: { notice: 'capsule_opens_in_week', type: 'capsule_reminder' },
  opens_tomorrow: { notice: 'capsule_opens_tomorrow', type: 'capsule_reminder' },
  completed: {
    notice: 'capsule_completed',
    type: 'capsule',
    activity: (kind) => (kind === 'timed' ? 'capsule_opened' : 'capsule_kept'),
  },
};

/** Writes notices and activities about capsules, from the events of memories. */
@Injectable()
export class CapsuleNotices {
  constructor(@Inject(Announcements) private readonly announcements: Announcements) {}

  @OnEvent(capsuleProgressed)
  async onCapsuleProgressed(
    { coupleId, capsuleId: id, kind, step, actorId }: CapsuleProgressed,
    event: EventEnvelope,
  ): Promise<void> {
    const { notice, type, activity } = WORDINGS[step];
    await this.announcements.announce(event, {
      coupleId,
      actorId,
      notice,
      entity: { type, id },
      activity: activity && { kind: activity(kind), entity: { type: 'capsule', id } },
    });
  }
}
