import {
  type ActivityKind,
  type CapsuleProgressed,
  type CapsuleStep,
  type EntityType,
  type EventEnvelope,
  type NoticeKind,
  capsuleProgressed,
} from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CoupleAnnouncer } from '../announcements/couple-announcer.js';

interface CapsuleAnnouncement {
  notice: NoticeKind;
  /** A reminder has a type of its own, because no other live update shows a toast for it. */
  entity: EntityType;
  /** Absent where the step is no activity of the list. */
  activity?: (kind: CapsuleProgressed['kind']) => ActivityKind;
}

const ANNOUNCEMENTS: Record<CapsuleStep, CapsuleAnnouncement> = {
  created: { notice: 'capsule_created', entity: 'capsule', activity: () => 'capsule_created' },
  sealed: { notice: 'capsule_sealed', entity: 'capsule', activity: () => 'capsule_sealed' },
  ready: { notice: 'capsule_ready', entity: 'capsule' },
  date_proposed: { notice: 'capsule_date_proposed', entity: 'capsule' },
  opens_in_week: { notice: 'capsule_opens_in_week', entity: 'capsule_reminder' },
  opens_tomorrow: { notice: 'capsule_opens_tomorrow', entity: 'capsule_reminder' },
  completed: {
    notice: 'capsule_completed',
    entity: 'capsule',
    activity: (kind) => (kind === 'timed' ? 'capsule_opened' : 'capsule_kept'),
  },
};

/** Writes notices and activities about capsules, from the events of memories. */
@Injectable()
export class CapsuleNotices {
  constructor(@Inject(CoupleAnnouncer) private readonly announcer: CoupleAnnouncer) {}

  @OnEvent(capsuleProgressed)
  async onCapsuleProgressed(
    { coupleId, capsuleId: id, kind, step, actorId }: CapsuleProgressed,
    { id: eventId }: EventEnvelope,
  ): Promise<void> {
    const { notice, entity: type, activity } = ANNOUNCEMENTS[step];
    await this.announcer.announceOnce({
      eventId,
      coupleId,
      actorId,
      notice,
      entity: { type, id },
      ...(activity && { activity: { kind: activity(kind), entity: { type: 'capsule', id } } }),
    });
  }
}
