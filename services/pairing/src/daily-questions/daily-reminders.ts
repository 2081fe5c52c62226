import { Clock, Jobs, LOGGER, type Log, Transactions, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan } from 'typeorm';
import { addDays } from '../calendar/days.js';
import type { Couple } from '../couples/couple.entity.js';
import { DueCouples, CHECK_EVERY } from '../couples/due-couples.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { type DayKey, instantAt } from './couple-days.js';
import { DailyCouple, DailyPause, DailyReminder } from './daily-couple.entity.js';
import { insertDailyReminder, selectDueForQuestions } from './daily-couple.queries.js';
import { DailyDays } from './daily-days.js';
import { DailyAnswer } from './daily-question.entity.js';
import { Rhythms } from './rhythms.js';

const WATCHED = {
  selectDue: selectDueForQuestions,
  job: 'daily-reminders',
};

/**
 * Reminds each member who has not answered today's question, once, at the time that they set, in the couple's time
 * zone. After an outage it sends today's late and drops those of earlier days.
 */
@Injectable()
export class DailyReminders extends DueCouples {
  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(Transactions) transactions: Transactions,
    @Inject(PeopleService) people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(Rhythms) private readonly rhythms: Rhythms,
    @Inject(Clock) clock: Clock,
    @Inject(LOGGER) log: Log,
    @Inject(Jobs) jobs: Jobs,
  ) {
    super(database, transactions, people, clock, log, WATCHED, jobs);
  }

  protected async remind(unit: UnitOfWork, couple: Couple, people: Person[]): Promise<void> {
    const state = await this.days.findState(unit.tx, couple.id);
    const now = this.clock.now();
    if (!state?.lookAt || state.lookAt > now) return;
    const isOver = couple.endedAt !== null || people.length < 2;
    const next = isOver ? null : await this.sendReminders(unit, couple, people, now);
    await unit.tx.update(DailyCouple, { coupleId: couple.id }, { lookAt: next });
  }

  /** @returns when the next reminder may be due */
  private async sendReminders(unit: UnitOfWork, couple: Couple, people: Person[], now: Date): Promise<Date> {
    const { tx } = unit;
    const today = await this.days.today(tx, couple);
    const at = ({ dailyQuestionTime }: Person, day: DayKey): Date => instantAt(day, dailyQuestionTime, couple.timezone);
    const due = people.filter((person) => at(person, today) <= now);
    if (due.length > 0 && !(await this.isHoliday(tx, couple.id, today)))
      await this.sendReminderTo(unit, couple, people, due);
    await tx.delete(DailyReminder, { coupleId: couple.id, dayKey: LessThan(addDays(today, -1)) });
    const next = Math.min(
      ...people.map((person) => at(person, due.includes(person) ? addDays(today, 1) : today).getTime()),
    );
    // After a change of time zone, tomorrow's time can be in the past while today still runs by the zone before.
    return new Date(next > now.getTime() ? next : now.getTime() + CHECK_EVERY);
  }

  private async isHoliday(tx: Tx, coupleId: string, today: DayKey): Promise<boolean> {
    return this.rhythms.holidayOn(await tx.findBy(DailyPause, { coupleId }), today) !== undefined;
  }

  private async sendReminderTo(unit: UnitOfWork, couple: Couple, people: Person[], due: Person[]): Promise<void> {
    const [a, b] = people;
    if (!a || !b) return;
    const { id, dayKey } = await this.days.openQuestion(unit.tx, { couple, members: [a.id, b.id] });
    const answered = (await unit.tx.findBy(DailyAnswer, { questionId: id })).map(({ userId }) => userId);
    for (const person of due.filter((one) => !answered.includes(one.id))) {
      const [first] = await insertDailyReminder(unit.tx, [couple.id, person.id, dayKey]);
      if (first)
        await this.notifications.addNotification(unit, {
          userId: person.id,
          kind: 'daily_question',
          about: null,
          entity: { type: 'daily_question', id },
        });
    }
  }
}
