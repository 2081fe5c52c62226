import { Clock, Jobs, LOGGER, type Log, Transactions, type Tx, type UnitOfWork, dayIn } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import type { Couple } from '../couples/couple.entity.js';
import { DueCouples } from '../couples/due-couples.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { insertDateReminder, selectDueForDates } from './date-reminder.queries.js';
import { ImportantDate } from './important-date.entity.js';
import { type Due, reminderInstant, remindersOn, sinceDays } from './occurrences.js';
import { ReminderPlan } from './reminder-plan.js';
import { reminderSubject } from './reminder-sentences.js';

const WATCHED = {
  selectDue: selectDueForDates,
  job: 'date-reminders',
};

/**
 * Sends the reminders of important dates at nine, the couple's local time. After an outage it sends today's late and
 * drops those of earlier days.
 */
@Injectable()
export class Reminders extends DueCouples {
  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(Transactions) transactions: Transactions,
    @Inject(PeopleService) people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(ReminderPlan) private readonly plan: ReminderPlan,
    @Inject(Clock) clock: Clock,
    @Inject(LOGGER) log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    super(database, transactions, people, clock, log, WATCHED, jobs);
  }

  protected async remind(unit: UnitOfWork, couple: Couple, people: Person[]): Promise<void> {
    const now = this.clock.now();
    // The couple may have ended, or another replica was faster.
    if (!couple.remindAt || couple.remindAt > now) return;
    const today = dayIn(now, couple.timezone);
    if (reminderInstant(today, couple.timezone) <= now) await this.sendReminders(unit, couple, people, today);
    await this.plan.planFromNextMorning(unit.tx, couple);
  }

  private async sendReminders(unit: UnitOfWork, couple: Couple, people: Person[], today: string): Promise<void> {
    const dates = await unit.tx.findBy(ImportantDate, { coupleId: couple.id });
    for (const due of remindersOn(dates, sinceDays(couple), today)) {
      const date = dates.find(({ id }) => id === due.dateId);
      for (const { id } of people.filter((person) => !date?.privateTo || date.privateTo === person.id)) {
        await this.sendReminder(unit, couple.id, id, due, date ?? null);
      }
    }
  }

  private async sendReminder(
    unit: UnitOfWork,
    coupleId: string,
    userId: string,
    due: Due,
    date: ImportantDate | null,
  ): Promise<void> {
    const id = await this.insertOnce(unit.tx, coupleId, userId, due);
    if (id === null) return;
    // A live notification can be read over a shoulder, so it does not name a private date.
    const title = date?.privateTo === null ? date.title : null;
    const reminder = reminderSubject({
      title,
      milestone: due.milestone?.kind ?? null,
      count: due.milestone?.count ?? null,
      daysBefore: due.daysBefore,
    });
    await this.notifications.addNotification(unit, {
      userId,
      kind: 'date_reminder',
      about: null,
      entity: { type: 'date_reminder', id },
      reminder: reminder ?? undefined,
    });
  }

  /** @returns the new row's id; null when this reminder was sent before */
  private async insertOnce(
    tx: Tx,
    coupleId: string,
    userId: string,
    { dateId, milestone, occursOn, daysBefore }: Due,
  ): Promise<string | null> {
    const values = [
      uuid(),
      coupleId,
      userId,
      dateId,
      milestone?.kind ?? null,
      milestone?.count ?? null,
      occursOn,
      daysBefore,
    ];
    const [row] = await insertDateReminder(tx, values);
    return row?.id ?? null;
  }
}
