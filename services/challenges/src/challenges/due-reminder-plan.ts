import { Clock, DAY, type JobQueue, Jobs, type Tx, dateOf, instantIn } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Couple } from '../couples/couple.entity.js';
import { challengeStateOf } from './challenge-states.js';
import { Challenge } from './challenge.entity.js';

/** The reminder of one challenge; the job's subject is the couple. */
export interface DueReminder {
  challengeId: string;
}

const MINUTE = 60_000;
const NINE_O_CLOCK = 9 * 60 * MINUTE;

/** The couple's day before the due one, in days since 1970-01-01. Midnight belongs to the day that it ends. */
export const dueReminderDay = (dueAt: Date, timezone: string): number => dateOf(dueAt.getTime() - 1, timezone) - 1;

/** Nine o'clock of that day. */
const reminderInstant = (dueAt: Date, timezone: string): Date =>
  new Date(instantIn(dueReminderDay(dueAt, timezone) * DAY + NINE_O_CLOCK, timezone));

/** The pending reminders of due dates: one job per challenge that runs. */
@Injectable()
export class DueReminderPlan {
  readonly jobs: JobQueue<DueReminder>;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.jobs = jobs.queue({
      name: 'due-reminders',
      lease: MINUTE,
      backoff: (attempts) => Math.min(MINUTE * 2 ** (attempts - 1), 60 * MINUTE),
    });
  }

  /** Replaces the reminder of a locked challenge by the one that its state and dates ask for. */
  async plan(tx: Tx, challenge: Challenge): Promise<void> {
    await this.jobs.cancel(tx, [challenge.id]);
    const couple = await tx.findOneBy(Couple, { id: challenge.coupleId });
    if (couple) await this.add(tx, couple, [challenge]);
  }

  /**
   * Plans the reminders of all challenges that run, for a couple that links again or changes its time zone. A reminder whose
   * instant has passed in the new zone alone stays where it was: it is sent if that still is the right day.
   * @param former the zone of the plan so far; a reminder that was due in it is not sent twice
   */
  async planAll(tx: Tx, coupleId: string, former?: string): Promise<void> {
    const couple = await tx.findOneBy(Couple, { id: coupleId });
    if (couple) await this.add(tx, couple, await tx.findBy(Challenge, { coupleId, status: 'active' }), former);
  }

  /** Withdraws the reminders of a couple that has ended. */
  async withdrawAll(tx: Tx, coupleId: string): Promise<void> {
    await this.jobs.cancelSubject(tx, coupleId);
  }

  private async add(
    tx: Tx,
    { id: subject, timezone }: Couple,
    challenges: readonly Challenge[],
    former = timezone,
  ): Promise<void> {
    const now = this.clock.now();
    const reminders = challenges.flatMap((challenge) => {
      const { id, startAt, dueAt } = challenge;
      if (challengeStateOf(challenge) !== 'active' || dueAt === null) return [];
      const due = reminderInstant(dueAt, timezone);
      if (due <= now || reminderInstant(dueAt, former) <= now || (startAt !== null && due < startAt)) return [];
      return [{ key: id, subject, payload: { challengeId: id }, due }];
    });
    await this.jobs.add(tx, reminders, 'reschedule-unstarted');
  }
}
