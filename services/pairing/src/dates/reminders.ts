import { LOGGER, type Log, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { type Change, Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import type { Couple } from '../couples/couple.entity.js';
import { sinceOf } from '../couples/days-together.js';
import { DueCouples } from '../couples/due-couples.js';
import { dayIn } from '../couples/zone.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { type Due, reminderInstant, remindersOn } from './calendar.js';
import { ImportantDate } from './important-date.entity.js';
import { ReminderPlan } from './reminder-plan.js';
import { wordsOf } from './reminder-words.js';

const WATCHED = { table: 'couples', coupleId: 'id', at: 'remind_at', late: 'reminders wait', failed: 'a couple could not be reminded' };

/** The row decides: whoever writes it tells, and nobody a second time. */
const ONCE = `
  INSERT INTO date_reminders (id, couple_id, user_id, date_id, milestone, count, occurs_on, days_before)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`;

/**
 * Reminds at nine by the couple's clock. A process that was away at nine does it when it is back the same day; a day
 * that is over is not made up for. Every replica looks, one of them tells.
 */
@Injectable()
export class Reminders extends DueCouples {
  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(Changes) changes: Changes,
    @Inject(PeopleService) people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ReminderPlan) private readonly plan: ReminderPlan,
    @Inject(Clock) clock: Clock,
    @Inject(LOGGER) log: Log,
  ) {
    super(database, changes, people, clock, log, WATCHED);
  }

  protected async remind(change: Change, couple: Couple, people: Person[]): Promise<void> {
    const now = this.clock.now();
    // The two may have parted.
    if (!couple.remindAt || couple.remindAt > now) return;
    const today = dayIn(now, couple.timezone);
    if (reminderInstant(today, couple.timezone) <= now) await this.remindOf(change, couple, people, today);
    await this.plan.goOn(change.tx, couple);
  }

  private async remindOf(change: Change, couple: Couple, people: Person[], today: string): Promise<void> {
    const dates = await change.tx.findBy(ImportantDate, { coupleId: couple.id });
    for (const due of remindersOn(dates, sinceOf(couple), today)) {
      const date = dates.find(({ id }) => id === due.dateId);
      for (const { id } of people.filter((person) => !date?.privateTo || date.privateTo === person.id)) {
        await this.tell(change, couple.id, id, due, date ?? null);
      }
    }
  }

  private async tell(change: Change, coupleId: string, userId: string, due: Due, date: ImportantDate | null): Promise<void> {
    const id = await this.first(change.tx, coupleId, userId, due);
    if (id === null) return;
    // What pops up may be read over a shoulder: a surprise is named only to who opens the list.
    const title = date?.privateTo === null ? date.title : null;
    const [words] = wordsOf({ title, milestone: due.milestone?.kind ?? null, count: due.milestone?.count ?? null, daysBefore: due.daysBefore });
    await this.notifications.add(change, { userId, kind: 'date_reminder', about: null, entity: { type: 'date_reminder', id }, words });
  }

  /** @returns the new row's id; null when the person has been told. */
  private async first(tx: Tx, coupleId: string, userId: string, { dateId, milestone, occursOn, daysBefore }: Due): Promise<string | null> {
    const values = [uuid(), coupleId, userId, dateId, milestone?.kind ?? null, milestone?.count ?? null, occursOn, daysBefore];
    const [row] = await tx.query<{ id: string }[]>(ONCE, values);
    return row?.id ?? null;
  }
}
