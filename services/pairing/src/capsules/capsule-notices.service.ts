import {
  type ActivityKind,
  type CapsuleProgressed,
  type CapsuleStep,
  type EntityType,
  type EventEnvelope,
  type NoticeKind,
  capsuleProgressed,
} from '@duet/contracts';
import { OnEvent, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { ActivityLog } from '../activities/activity-log.js';
import { Couple, CoupleMember } from '../couples/couple.entity.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { deleteOldSteps, insertHandledStep } from './handled-step.queries.js';

interface Announcement {
  notice: NoticeKind;
  /** A reminder has a type of its own, because no other live update shows a toast for it. */
  entity: EntityType;
  /** Absent where the step is no activity of the list. */
  activity?: (kind: CapsuleProgressed['kind']) => ActivityKind;
}

const ANNOUNCEMENTS: Record<CapsuleStep, Announcement> = {
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

/** Writes notices and activities about the capsules of active couples, from the events of memories. */
@Injectable()
export class CapsuleNotices {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
  ) {}

  /** A couple that has ended since, or is unknown after its purge, gets nothing. */
  @OnEvent(capsuleProgressed)
  async onCapsuleProgressed(step: CapsuleProgressed, { id }: EventEnvelope): Promise<void> {
    const { coupleId } = step;
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const members = await tx.findBy(CoupleMember, { coupleId, active: true });
      // All transactions lock people before their couple.
      const people = await this.people.lockPeople(
        tx,
        members.map(({ userId }) => userId),
      );
      const couple = await tx.findOne(Couple, {
        where: { id: coupleId, endedAt: IsNull() },
        lock: { mode: 'for_no_key_update' },
      });
      const [a, b] = [...people.values()];
      if (couple && a && b && (await insertHandledStep(tx, [id, coupleId])) > 0)
        await this.announce(unit, step, [a, b]);
    });
  }

  /** Deletes the marks of events that cannot be delivered again. */
  async deleteOldSteps(): Promise<void> {
    await deleteOldSteps(this.database);
  }

  /** The member who acted gets an activity but no notice. */
  private async announce(
    unit: UnitOfWork,
    { coupleId, capsuleId, kind, step, actorId }: CapsuleProgressed,
    [a, b]: [Person, Person],
  ): Promise<void> {
    const { notice, entity, activity } = ANNOUNCEMENTS[step];
    const by = [a, b].find(({ id }) => id === actorId) ?? null;
    for (const { id: userId } of [a, b].filter((person) => person !== by))
      await this.notifications.addNotification(unit, {
        userId,
        kind: notice,
        about: by,
        entity: { type: entity, id: capsuleId },
      });
    if (activity)
      await this.activities.record(
        unit,
        { coupleId, members: [a.id, b.id] },
        { kind: activity(kind), ...(by && { by }), entity: { type: 'capsule', id: capsuleId } },
      );
  }
}
