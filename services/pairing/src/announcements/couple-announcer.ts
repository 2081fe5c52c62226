import type { ActivityKind, EntityReference, NoticeKind } from '@duet/contracts';
import { Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { ActivityLog } from '../activities/activity-log.js';
import { Couple, CoupleMember } from '../couples/couple.entity.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import { deleteOldSteps, insertHandledStep } from './handled-step.queries.js';

/** What another service's event tells the two. */
export interface Announcement {
  /** Of the event: a repeated delivery writes nothing. */
  eventId: string;
  coupleId: string;
  /** Gets an activity but no notice; null where time did it. */
  actorId: string | null;
  notice: NoticeKind;
  entity: EntityReference;
  /** Absent where the step is no activity of the list. */
  activity?: { kind: ActivityKind; entity: EntityReference };
}

/** Writes notices and activities about what active couples share, from the events of other services. */
@Injectable()
export class CoupleAnnouncer {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
  ) {}

  /** A couple that has ended since, or is unknown after its purge, gets nothing. */
  async announceOnce({ eventId, coupleId, actorId, notice, entity, activity }: Announcement): Promise<void> {
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
      if (!couple || !a || !b || (await insertHandledStep(tx, [eventId, coupleId])) === 0) return;
      const by = [a, b].find(({ id }) => id === actorId) ?? null;
      for (const { id: userId } of [a, b].filter((person) => person !== by))
        await this.notifications.addNotification(unit, { userId, kind: notice, about: by, entity });
      const audience = { coupleId, members: [a.id, b.id] as [string, string] };
      if (activity) await this.activities.record(unit, audience, { ...activity, ...(by && { by }) });
    });
  }

  /** Deletes the marks of events that cannot be delivered again. */
  async deleteOldSteps(): Promise<void> {
    await deleteOldSteps(this.database);
  }
}
