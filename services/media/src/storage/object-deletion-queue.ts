import {
  AppError,
  Clock,
  Health,
  type Job,
  type JobPool,
  type JobQueue,
  Jobs,
  LOGGER,
  type Log,
  type Tx,
  type UnitOfWork,
} from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { countDueDeletions, countReportsOf } from './object-deletion.queries.js';
import { ObjectJournal } from './object-journal.js';
import { ObjectStore } from './object-store.js';

/** Milliseconds until a reserved object is deleted; storing it and committing its row take seconds. */
const UNCLAIMED = 60 * 60_000;

/** Milliseconds until the next attempt to delete an object that a report still has to copy. */
const UNTIL_COPIED = 30_000;

const POLL_EVERY = 10_000;
const AT_ONCE = 16;
const LEASE = 60_000;

/**
 * Deletes S3 objects that no row refers to. A new object is queued before it is stored, an hour ahead, and the transaction
 * that refers to it cancels the job: a crash at any point leaves an object that is either in use or queued.
 */
@Injectable()
export class ObjectDeletionQueue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly jobs: JobQueue<null>;
  private readonly pool: JobPool<null>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(ObjectJournal) private readonly journal: ObjectJournal,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
    @Inject(Health) health: Health,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.jobs = jobs.queue({
      name: 'object-deletion',
      lease: LEASE,
      backoff: (attempts) => 30_000 * Math.min(attempts, 20),
    });
    this.pool = jobs.pool({
      queue: this.jobs,
      atOnce: AT_ONCE,
      pollEvery: POLL_EVERY,
      work: (job) => this.remove(job),
      attemptsAfter: () => Number.POSITIVE_INFINITY,
      pauseAfterFailure: true,
    });
    const due = new Gauge({
      name: 'duet_objects_to_delete',
      help: 'Objects that are due to be deleted from S3',
      registers: [health.metrics],
      collect: async () => {
        const [row] = await countDueDeletions(this.database, [this.clock.now()]).catch(() => []);
        // Without the database the value is unknown; the other metrics must stay readable.
        due.set(row?.count ?? Number.NaN);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  /** Call before objects are stored: they are deleted in an hour unless `cancel` comes first. Extends an earlier reservation. */
  async reserve(names: readonly string[]): Promise<void> {
    await this.jobs.add(this.database.manager, this.inAnHour(names), 'reschedule-unstarted');
  }

  /** Call in the transaction that refers to the objects. @throws AppError UNAVAILABLE when their deletion has begun */
  async cancel(tx: Tx, names: readonly string[]): Promise<void> {
    if ((await this.jobs.cancelUnstarted(tx, names)) !== names.length)
      throw new AppError('UNAVAILABLE', { cause: new Error('stored objects were deleted before they were used') });
    await this.journal.recordStored(tx, names);
  }

  /** Deletes reserved objects that no row will refer to, without a wait: should this fail, their reservation deletes them. */
  abandon(names: readonly string[]): void {
    void this.enqueue(this.database.manager, names).then(
      () => this.kick(),
      (cause: unknown) => this.log.warn({ err: cause }, 'object deletion not queued'),
    );
  }

  /** Queues deletions in the unit's transaction and starts them after its commit. */
  async enqueueIn(unit: UnitOfWork, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await this.enqueue(unit.tx, names);
    unit.onCommit(() => this.kick());
  }

  /** Call in the transaction that removes the reference to the objects, and call `kick` after its commit. */
  async enqueue(tx: Tx, names: readonly string[]): Promise<void> {
    await this.jobs.add(
      tx,
      names.map((key) => ({ key, payload: null })),
      'reschedule',
    );
  }

  /** Call in the transaction that replaces the objects: they are deleted in an hour, when no request reads them any more. */
  async retire(tx: Tx, names: readonly string[]): Promise<void> {
    await this.jobs.add(tx, this.inAnHour(names));
  }

  kick(): void {
    this.pool.kick();
  }

  private async remove(job: Job<null>): Promise<void> {
    if ((await countReportsOf(this.database, [job.key])) > 0)
      return this.jobs.postpone(job, this.clock.in(UNTIL_COPIED));
    await this.store.remove(job.key);
    await this.database.transaction(async (tx) => {
      if (await this.jobs.complete(job, tx)) await this.journal.recordRemoved(tx, [job.key]);
    });
  }

  private inAnHour(names: readonly string[]): { key: string; payload: null; due: Date }[] {
    return names.map((key) => ({ key, payload: null, due: this.clock.in(UNCLAIMED) }));
  }
}
