import { challengeProgressed } from '@duet/contracts';
import { Clock, type Job, type JobPool, Jobs, Transactions, type UnitOfWork, dateOf } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Couple } from '../couples/couple.entity.js';
import { challengeStateOf } from './challenge-states.js';
import { Challenge } from './challenge.entity.js';
import { type DueReminder, DueReminderPlan, dueReminderDay } from './due-reminder-plan.js';

const POLL_EVERY = 15_000;

const ATTEMPTS = 20;

/** Announces challenges that are due tomorrow, once over all replicas. */
@Injectable()
export class DueReminders implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly pool: JobPool<DueReminder>;

  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(DueReminderPlan) private readonly plan: DueReminderPlan,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.pool = jobs.pool({
      queue: plan.jobs,
      atOnce: 4,
      pollEvery: POLL_EVERY,
      work: (job) => this.transactions.run((unit) => this.remind(unit, job)),
      attemptsAfter: () => ATTEMPTS,
    });
  }

  onApplicationBootstrap(): void {
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  /** Announces what is due now, without waiting for the next poll. */
  kick(): void {
    this.pool.kick();
  }

  /** Locks in the order of all changes: the couple, its challenge, the job. */
  private async remind(unit: UnitOfWork, job: Job<DueReminder>): Promise<void> {
    const { tx } = unit;
    const { challengeId } = job.payload;
    const coupleId = job.subject ?? '';
    const couple = await tx.findOne(Couple, {
      where: { id: coupleId, active: true },
      lock: { mode: 'pessimistic_read' },
    });
    const challenge = await tx.findOne(Challenge, {
      where: { id: challengeId, coupleId },
      lock: { mode: 'pessimistic_write' },
    });
    if (couple && challenge && this.isTimely(challenge, couple))
      await unit.record(challengeProgressed, coupleId, { coupleId, challengeId, stage: 'due_tomorrow', actorId: null });
    if (!(await this.plan.jobs.complete(job, tx))) throw new Error('reminder lost to another worker');
  }

  /** On a later day it would name the wrong one. */
  private isTimely(challenge: Challenge, { timezone }: Couple): boolean {
    if (challengeStateOf(challenge) !== 'active' || challenge.dueAt === null) return false;
    return dateOf(this.clock.now().getTime(), timezone) === dueReminderDay(challenge.dueAt, timezone);
  }
}
