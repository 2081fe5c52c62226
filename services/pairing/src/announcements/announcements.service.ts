import type { ActivityKind, EntityReference, EventEnvelope, NoticeKind } from '@duet/contracts';
import { Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { ActivityLog } from '../activities/activity-log.js';
import { Couple, CoupleMember } from '../couples/couple.entity.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { deleteOldAnnouncedEvents, insertAnnouncedEvent } from './announced-event.queries.js';

/** The notification and activity of a couple that an event of another service causes. */
interface Announcement {
  coupleId: string;
  /** The member who acted; null where time did. */
  actorId: string | null;
  /** Null where it is an activity alone. */
  notice: NoticeKind | null;
  /** The notice's entity. */
  entity: EntityReference;
  /** Absent where it is no activity of the list. */
  activity?: { kind: ActivityKind; entity: EntityReference } | undefined;
}

/** Writes notices and activities of active couples, once per event. */
@Injectable()
export class Announcements {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
  ) {}

  /** A couple that has ended since, or is unknown after its purge, gets nothing. */
  async announce({ id, at }: Pick<EventEnvelope, 'id' | 'at'>, announcement: Announcement): Promise<void> {
    const { coupleId } = announcement;
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
      if (couple && a && b && (await insertAnnouncedEvent(tx, [id, coupleId])) > 0)
        await this.write(unit, announcement, [a, b], new Date(at));
    });
  }

  /** Deletes the marks of events that cannot be delivered again. */
  async deleteOldAnnouncedEvents(): Promise<void> {
    await deleteOldAnnouncedEvents(this.database);
  }

  /** The member who acted gets an activity but no notice. Replicas may handle two events at once, so the event's time orders activities. */
  private async write(
    unit: UnitOfWork,
    { coupleId, actorId, notice, entity, activity }: Announcement,
    [a, b]: [Person, Person],
    at: Date,
  ): Promise<void> {
    const by = [a, b].find(({ id }) => id === actorId) ?? null;
    if (notice)
      for (const { id: userId } of [a, b].filter((person) => person !== by))
        await this.notifications.addNotification(unit, { userId, kind: notice, about: by, entity });
    if (activity)
      await this.activities.record(
        unit,
        { coupleId, members: [a.id, b.id] },
        { kind: activity.kind, ...(by && { by }), entity: activity.entity, at },
      );
  }
}
