import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import type { Tx } from '../data/data-source.js';
import { Health } from '../observe/health.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { Clock } from '../work/clock.js';
import { JobPool, type PoolRules } from './job-pool.js';
import { JobQueue, type QueueRules } from './job-queue.js';
import { cancelEveryJobOfSubject, takeTurn } from './jobs.queries.js';
import { PeriodicJob } from '../work/periodic-job.js';

/** The next run is allowed a little before the next tick, so that drifting ticks do not double the period. */
const TURN = 0.9;

/** Creates the queues, pools and periodic jobs of a service over its table `jobs`. */
@Injectable()
export class Jobs {
  private readonly dead: Counter<'queue'>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.dead = new Counter({
      name: 'duet_jobs_dead_total',
      help: 'Jobs that were given up after their last attempt',
      labelNames: ['queue'],
      registers: [metrics],
    });
  }

  /** A queue of jobs. */
  queue<Payload>(rules: QueueRules): JobQueue<Payload> {
    return new JobQueue(this.database, this.clock, rules);
  }

  /** A pool of workers for one queue; `start` starts it. */
  pool<Payload>(rules: PoolRules<Payload>): JobPool<Payload> {
    return new JobPool(rules, this.log, this.dead);
  }

  /**
   * A job that one replica runs per period; `start` starts it.
   * @param name unique in the service
   * @param every milliseconds of the period
   */
  periodic(name: string, every: number, work: () => Promise<void>): PeriodicJob {
    const onFailure = (err: unknown): void => this.log.warn({ err, job: name }, 'periodic job failed');
    return new PeriodicJob(every, work, onFailure, () => this.takeTurn(name, every));
  }

  private async takeTurn(name: string, every: number): Promise<boolean> {
    return (await takeTurn(this.database, [name, every * TURN])) > 0;
  }

  /** Cancels the jobs of a subject in every queue. */
  async cancelSubject(tx: Tx, subject: string): Promise<void> {
    await cancelEveryJobOfSubject(tx, [subject]);
  }
}
