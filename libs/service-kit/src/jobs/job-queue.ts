import type { DataSource } from 'typeorm';
import type { Tx } from '../data/data-source.js';
import type { Clock } from '../work/clock.js';
import type { Job, NewJob } from './job.js';
import {
  ADD_JOBS,
  cancelJobs,
  cancelJobsBetween,
  cancelJobsOfSubject,
  cancelUnstartedJobs,
  claimJobs,
  completeJob,
  postponeJob,
  renewLease,
  restartJobs,
  retryJob,
  returnJob,
  sweepJobs,
} from './jobs.queries.js';

export interface QueueRules {
  /** Unique in the service. */
  name: string;
  /** Milliseconds after which another worker may claim the job, unless the lease is renewed. */
  lease: number;
  /** Milliseconds to wait after this many failed attempts. */
  backoff: (attempts: number) => number;
}

/** Jobs of one kind in the service's table `jobs`. Due times are read from `Clock`. */
export class JobQueue<Payload> {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    readonly rules: QueueRules,
  ) {}

  /**
   * Queues jobs in the transaction that causes them. Kick the pool after the commit.
   * @param onConflict what to do with a key that is already queued
   */
  async add(tx: Tx, jobs: readonly NewJob<Payload>[], onConflict: keyof typeof ADD_JOBS = 'keep'): Promise<void> {
    if (jobs.length === 0) return;
    const now = this.clock.now();
    await ADD_JOBS[onConflict](tx, [
      this.rules.name,
      jobs.map(({ key }) => key),
      jobs.map(({ subject }) => subject ?? null),
      jobs.map(({ payload }) => JSON.stringify(payload)),
      jobs.map(({ due }) => due ?? now),
    ]);
  }

  /**
   * Claims up to `count` due jobs, oldest first. Other workers skip them until the lease ends.
   * @param inWork leases of the jobs that this process works on: it does not claim those again
   */
  async claim(count: number, inWork: readonly string[] = []): Promise<Job<Payload>[]> {
    const { name, lease } = this.rules;
    const jobs = await claimJobs(this.database, [name, this.clock.now(), this.clock.in(lease), count, inWork]);
    // Only `add` writes payloads of this queue.
    return jobs.map((job) => ({ ...job, payload: job.payload as Payload }));
  }

  /** Deletes a finished job. @returns false when this worker has lost it: the caller must roll back */
  async complete({ key, lease }: Job<Payload>, tx: Tx = this.database.manager): Promise<boolean> {
    return (await completeJob(tx, [this.rules.name, key, lease])) === 1;
  }

  /** Extends the lease. @returns false when this worker has lost the job */
  async renew({ key, lease }: Job<Payload>): Promise<boolean> {
    const until = this.clock.in(this.rules.lease);
    return (await renewLease(this.database, [this.rules.name, key, lease, until])) === 1;
  }

  /** Schedules the next attempt. @param atLeast minimum of milliseconds to wait, when it exceeds the queue's back-off */
  async retryLater({ key, lease, attempts }: Job<Payload>, atLeast = 0): Promise<void> {
    const due = this.clock.in(Math.max(this.rules.backoff(attempts), atLeast));
    await retryJob(this.database, [this.rules.name, key, lease, due]);
  }

  /** Puts a claimed job back for any worker, due now. The claim does not count as an attempt. */
  async putBack({ key, lease }: Job<Payload>): Promise<void> {
    await returnJob(this.database, [this.rules.name, key, lease, this.clock.now()]);
  }

  /** Puts a claimed job back as if it were new. The claim does not count as an attempt. */
  async postpone({ key, lease }: Job<Payload>, due: Date): Promise<void> {
    await postponeJob(this.database, [this.rules.name, key, lease, due]);
  }

  /** Makes jobs due now. Workers that have claimed them lose them, and that claim does not count as an attempt. */
  async restart(tx: Tx, keys: readonly string[]): Promise<void> {
    await restartJobs(tx, [this.rules.name, keys, this.clock.now()]);
  }

  /** Cancels jobs by key. */
  async cancel(tx: Tx, keys: readonly string[]): Promise<void> {
    await cancelJobs(tx, [this.rules.name, keys]);
  }

  /** Cancels all jobs whose key begins with `prefix`. */
  async cancelPrefix(tx: Tx, prefix: string): Promise<void> {
    await cancelJobsBetween(tx, [this.rules.name, prefix, `${prefix}\u{10ffff}`]);
  }

  /** Cancels jobs that no worker has claimed yet. @returns how many */
  async cancelUnstarted(tx: Tx, keys: readonly string[]): Promise<number> {
    return cancelUnstartedJobs(tx, [this.rules.name, keys]);
  }

  /** Cancels the jobs of a subject in this queue. */
  async cancelSubject(tx: Tx, subject: string): Promise<void> {
    await cancelJobsOfSubject(tx, [this.rules.name, subject]);
  }

  /** Deletes jobs older than `longest` milliseconds. */
  async sweep(longest: number): Promise<void> {
    await sweepJobs(this.database, [this.rules.name, this.clock.in(-longest)]);
  }
}
