import type { CapsuleStage } from '@duet/contracts';
import { Clock, DAY, type JobQueue, Jobs, type Tx, dateOf, instantIn, shownAt } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Capsule } from './capsule.entity.js';

export type ReminderStage = Extract<CapsuleStage, 'opens_in_week' | 'opens_tomorrow'>;

/** A reminder of one sealed capsule; the job's subject is the couple. */
export interface Reminder {
  capsuleId: string;
  step: ReminderStage;
}

/** Days before the opening on which each reminder is due, at the hour of the opening. */
const DAYS_AHEAD: Record<ReminderStage, number> = { opens_in_week: 7, opens_tomorrow: 1 };

const REMINDER_STAGES: readonly ReminderStage[] = ['opens_in_week', 'opens_tomorrow'];

const MINUTE = 60_000;

/** The day of a reminder in the zone of the opening, in days since 1970-01-01. */
export const capsuleReminderDay = (stage: ReminderStage, unlockAt: Date, unlockTz: string): number =>
  dateOf(unlockAt.getTime(), unlockTz) - DAYS_AHEAD[stage];

/** The same local time on that day. */
const reminderInstant = (stage: ReminderStage, unlockAt: Date, unlockTz: string): Date =>
  new Date(instantIn(shownAt(unlockAt.getTime(), unlockTz) - DAYS_AHEAD[stage] * DAY, unlockTz));

/** The pending reminders of capsules: one job per capsule and reminder. */
@Injectable()
export class CapsuleReminderPlan {
  readonly jobs: JobQueue<Reminder>;

  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.jobs = jobs.queue({
      name: 'capsule-reminders',
      lease: MINUTE,
      backoff: (attempts) => Math.min(MINUTE * 2 ** (attempts - 1), 60 * MINUTE),
    });
  }

  /** Replaces the reminders of a locked capsule by those that its state and date ask for. */
  async plan(tx: Tx, capsule: Capsule): Promise<void> {
    await this.jobs.cancelPrefix(tx, `${capsule.id}:`);
    if (capsule.status === 'sealed' && capsule.deletedAt === null) await this.jobs.add(tx, this.remindersOf(capsule));
  }

  /** Plans the reminders of all sealed capsules, for a couple that links again. */
  async planAll(tx: Tx, coupleId: string): Promise<void> {
    const sealed = await tx.findBy(Capsule, { coupleId, status: 'sealed', deletedAt: IsNull() });
    await this.jobs.add(
      tx,
      sealed.flatMap((capsule) => this.remindersOf(capsule)),
    );
  }

  /** Withdraws the reminders of a couple that has ended. */
  async withdrawAll(tx: Tx, coupleId: string): Promise<void> {
    await this.jobs.cancelSubject(tx, coupleId);
  }

  private remindersOf({ id: capsuleId, coupleId, unlockAt, unlockTz }: Capsule) {
    if (unlockAt === null || unlockTz === null) return [];
    const now = this.clock.now();
    return REMINDER_STAGES.map((stage) => ({
      key: `${capsuleId}:${stage}`,
      subject: coupleId,
      payload: { capsuleId, step: stage },
      due: reminderInstant(stage, unlockAt, unlockTz),
    })).filter(({ due }) => due > now);
  }
}
