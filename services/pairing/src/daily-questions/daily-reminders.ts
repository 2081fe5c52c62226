import { LOGGER, type Log, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Change, Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import type { Couple } from '../couples/couple.entity.js';
import { DueCouples, LOOK_EVERY } from '../couples/due-couples.js';
import { addDays } from '../dates/calendar.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { PeopleService } from '../people/people.service.js';
import type { Person } from '../people/person.entity.js';
import { type DayKey, instantAt } from './couple-days.js';
import { DailyCouple, DailyPause } from './daily-couple.entity.js';
import { DailyDays } from './daily-days.js';
import { DailyAnswer } from './daily-question.entity.js';
import { Rhythms } from './rhythms.js';

const WATCHED = {
  table: 'daily_couples',
  coupleId: 'couple_id',
  at: 'look_at',
  late: 'daily questions wait',
  failed: 'a couple could not be reminded of its question',
};

/** The row decides: whoever writes it tells, and nobody a second time. */
const ONCE = 'INSERT INTO daily_reminders (couple_id, user_id, day_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1';

const SWEEP = 'DELETE FROM daily_reminders WHERE couple_id = $1 AND day_key < $2';

/**
 * At each person's time of the day, by the couple's clock: whoever has not answered today's question yet is told that
 * it waits, once. Who was away at that minute is told later the same day; a day that is over is not made up for.
 */
@Injectable()
export class DailyReminders extends DueCouples {
  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(Changes) changes: Changes,
    @Inject(PeopleService) people: PeopleService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(Rhythms) private readonly rhythms: Rhythms,
    @Inject(Clock) clock: Clock,
    @Inject(LOGGER) log: Log,
  ) {
    super(database, changes, people, clock, log, WATCHED);
  }

  protected async remind(change: Change, couple: Couple, people: Person[]): Promise<void> {
    const state = await this.days.state(change.tx, couple.id);
    const now = this.clock.now();
    if (!state?.lookAt || state.lookAt > now) return;
    const isOver = couple.endedAt !== null || people.length < 2;
    const next = isOver ? null : await this.remindOf(change, couple, people, now);
    await change.tx.update(DailyCouple, { coupleId: couple.id }, { lookAt: next });
  }

  /** @returns when to look next */
  private async remindOf(change: Change, couple: Couple, people: Person[], now: Date): Promise<Date> {
    const { tx } = change;
    const today = await this.days.today(tx, couple);
    const at = ({ dailyQuestionTime }: Person, day: DayKey): Date => instantAt(day, dailyQuestionTime, couple.timezone);
    const due = people.filter((person) => at(person, today) <= now);
    if (due.length > 0 && !(await this.isHoliday(tx, couple.id, today))) await this.tell(change, couple, people, due);
    await tx.query(SWEEP, [couple.id, addDays(today, -1)]);
    const next = Math.min(...people.map((person) => at(person, due.includes(person) ? addDays(today, 1) : today).getTime()));
    // Tomorrow's may be over by the clock that the two have chosen, while today still runs by the one before.
    return new Date(next > now.getTime() ? next : now.getTime() + LOOK_EVERY);
  }

  private async isHoliday(tx: Tx, coupleId: string, today: DayKey): Promise<boolean> {
    return this.rhythms.holidayOn(await tx.findBy(DailyPause, { coupleId }), today) !== undefined;
  }

  private async tell(change: Change, couple: Couple, people: Person[], due: Person[]): Promise<void> {
    const [a, b] = people;
    if (!a || !b) return;
    const { id, dayKey } = await this.days.open(change.tx, { couple, members: [a.id, b.id] });
    const answered = (await change.tx.findBy(DailyAnswer, { questionId: id })).map(({ userId }) => userId);
    for (const person of due.filter((one) => !answered.includes(one.id))) {
      const [first] = await change.tx.query<unknown[]>(ONCE, [couple.id, person.id, dayKey]);
      if (first) await this.notifications.add(change, { userId: person.id, kind: 'daily_question', about: null, entity: { type: 'daily_question', id } });
    }
  }
}
