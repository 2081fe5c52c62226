import type { Counter } from 'prom-client';
import { AppError } from '../errors/app-error.js';
import { requestContext } from '../observe/request-context.js';
import type { Log } from '../observe/tokens.js';
import type { Job } from './job.js';
import type { JobQueue } from './job-queue.js';

/** The options of a pool that works on the jobs of its queue. */
export interface PoolRules<Payload> {
  queue: JobQueue<Payload>;
  /** Maximum of jobs that this process runs in parallel. */
  atOnce: number;
  /** Milliseconds between two polls; `kick` polls at once. */
  pollEvery: number;
  /**
   * Does the job. `signal` is aborted when the process stops or another worker has claimed the job. To commit a result
   * exactly once, complete the job in the transaction of the result; otherwise the pool completes it.
   */
  work: (job: Job<Payload>, signal: AbortSignal) => Promise<unknown>;
  /** The number of attempts in total that this failure allows; 0 gives up at once. */
  attemptsAfter: (cause: unknown) => number;
  /** Ends a job after its last failure, and deletes it. By default the pool only deletes it. */
  giveUp?: (job: Job<Payload>) => Promise<void>;
  /** After a failure, claims no jobs until the next kick or poll, because the cause probably concerns all jobs. */
  pauseAfterFailure?: boolean;
  /** Runs after each failed attempt, for metrics. */
  onFailure?: (final: boolean, cause: unknown) => void;
  /** The log fields of a failure; the error itself by default. */
  describe?: (cause: unknown, job: Job<Payload>) => object;
}

/** Works on the jobs of one queue, several in parallel. It polls for due jobs and claims at once after `kick`. */
export class JobPool<Payload> {
  private readonly stopping = new AbortController();
  private readonly working = new Set<Promise<void>>();
  private readonly leases = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private filling: Promise<void> | null = null;
  private again = false;
  private paused = false;

  constructor(
    private readonly rules: PoolRules<Payload>,
    private readonly log: Log,
    private readonly dead: Counter<'queue'>,
  ) {}

  /** Aborted when the pool stops. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Starts to poll. */
  start(): void {
    this.timer = setInterval(() => this.kick(), this.rules.pollEvery);
    this.kick();
  }

  /** Aborts the running jobs and waits until they end. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.filling;
    await Promise.all(this.working);
  }

  /** Claims due jobs now, if a worker is free. It also ends a pause after a failure. */
  kick(): void {
    this.paused = false;
    this.next();
  }

  private next(): void {
    if (this.signal.aborted || this.paused) return;
    this.again = true;
    this.filling ??= this.fill()
      .catch((cause: unknown) => this.log.warn({ err: cause, queue: this.rules.queue.rules.name }, 'job claim failed'))
      .finally(() => {
        this.filling = null;
        // A kick since the last claim must not wait for the next poll.
        if (this.again) this.next();
      });
  }

  private async fill(): Promise<void> {
    while (this.again && !this.paused && !this.signal.aborted) {
      this.again = false;
      const free = this.rules.atOnce - this.working.size;
      const jobs = free > 0 ? await this.rules.queue.claim(free, [...this.leases]) : [];
      for (const job of jobs) {
        this.leases.add(job.lease);
        const work = this.attempt(job).finally(() => {
          this.leases.delete(job.lease);
          this.working.delete(work);
          this.next();
        });
        this.working.add(work);
      }
    }
  }

  /** Never rejects. When the failure cannot be stored, the job is claimed again after its lease. */
  private async attempt(job: Job<Payload>): Promise<void> {
    const { queue, work, attemptsAfter } = this.rules;
    const lost = new AbortController();
    const renewal = setInterval(() => void this.renew(job, lost), queue.rules.lease / 4);
    try {
      await requestContext.run({ requestId: job.lease }, async () => {
        // A job that ends its process, for example by the memory it takes, never fails here, and would end the next one too.
        // It counts as an outage: among its attempts may be failures of a store, which allow more of them.
        const unfinished = new AppError('UNAVAILABLE', { cause: 'the process ended during earlier attempts' });
        if (job.attempts > attemptsAfter(unfinished)) throw unfinished;
        await work(job, AbortSignal.any([this.signal, lost.signal]));
        await queue.complete(job);
      });
    } catch (cause) {
      if (lost.signal.aborted) return;
      // A job that a stop interrupts has not failed, and another replica may go on at once.
      const stored = this.signal.aborted ? queue.putBack(job) : this.fail(job, cause);
      await stored.catch((storing: unknown) =>
        this.log.warn({ err: storing, queue: queue.rules.name }, 'job failure not stored'),
      );
    } finally {
      clearInterval(renewal);
    }
  }

  /** Renews the lease. A failed statement is ignored: the lease outlasts several renewals. */
  private async renew(job: Job<Payload>, lost: AbortController): Promise<void> {
    const isMine = await this.rules.queue.renew(job).catch(() => true);
    if (!isMine) lost.abort(new Error('job lost to another worker'));
  }

  private async fail(job: Job<Payload>, cause: unknown): Promise<void> {
    const { queue, attemptsAfter, giveUp, onFailure, describe, pauseAfterFailure } = this.rules;
    const final = job.attempts >= attemptsAfter(cause);
    if (pauseAfterFailure) this.paused = true;
    const fields = {
      queue: queue.rules.name,
      jobId: job.lease,
      attempt: job.attempts,
      ...(describe?.(cause, job) ?? { err: cause }),
    };
    if (final) {
      await (giveUp ? giveUp(job) : queue.complete(job));
      this.dead.inc({ queue: queue.rules.name });
      this.log.error(fields, 'job given up');
    } else {
      await queue.retryLater(job, retryAfterOf(cause));
      this.log.warn(fields, 'job attempt failed');
    }
    onFailure?.(final, cause);
  }
}

/** A failure that names the earliest next attempt, in milliseconds from now. */
export class RetryAfter extends Error {
  constructor(
    readonly milliseconds: number,
    options?: ErrorOptions,
  ) {
    super('retry later', options);
  }
}

const retryAfterOf = (cause: unknown): number => (cause instanceof RetryAfter ? cause.milliseconds : 0);
