import { capsuleProgressed } from '@duet/contracts';
import { Clock, type Job, type JobPool, Jobs, Transactions, type UnitOfWork, dateOf } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';
import { Capsule } from './capsule.entity.js';
import { type Reminder, CapsuleReminderPlan, type ReminderStage, capsuleReminderDay } from './reminder-plan.js';

const POLL_EVERY = 15_000;

const ATTEMPTS = 20;

/** Announces sealed capsules that open in a week or tomorrow, once over all replicas. */
@Injectable()
export class CapsuleReminders implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly pool: JobPool<Reminder>;

  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CapsuleReminderPlan) private readonly plan: CapsuleReminderPlan,
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

  /** Locks in the order of all changes: the couple, its capsule, the job. */
  private async remind(unit: UnitOfWork, job: Job<Reminder>): Promise<void> {
    const { tx } = unit;
    const { capsuleId, step: stage } = job.payload;
    const coupleId = job.subject ?? '';
    const couple = await tx.findOne(Couple, {
      where: { id: coupleId, active: true },
      lock: { mode: 'pessimistic_read' },
    });
    const capsule = await tx.findOne(Capsule, {
      where: { id: capsuleId, coupleId, status: 'sealed', deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (couple && capsule && this.isTimely(stage, capsule))
      await unit.record(capsuleProgressed, coupleId, {
        coupleId,
        capsuleId,
        kind: 'timed',
        step: stage,
        actorId: null,
      });
    if (!(await this.plan.jobs.complete(job, tx))) throw new Error('reminder lost to another worker');
  }

  /** On a later day it would name the wrong one. */
  private isTimely(stage: ReminderStage, { unlockAt, unlockTz }: Capsule): boolean {
    if (unlockAt === null || unlockTz === null) return false;
    return dateOf(this.clock.now().getTime(), unlockTz) === capsuleReminderDay(stage, unlockAt, unlockTz);
  }
}
