import {
  Clock,
  Health,
  type Job,
  type JobPool,
  Jobs,
  LOGGER,
  type Log,
  NotPublicError,
  RetryAfter,
} from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { PushNews } from './push-news.js';
import { MAX_AGE, PushQueue, type QueuedPush } from './push-queue.js';
import { type PushAnswer, PushSender } from './push-sender.js';
import { PushSubscription } from './push-subscription.entity.js';
import { PushWriter } from './push-writer.js';

const CONCURRENCY = 16;
const POLL_INTERVAL = 2_000;
const MAX_ATTEMPTS = 8;

/**
 * `skipped`: nothing to say any more; `postponed`: quiet hours or mute; `gone`: the subscription ended; `refused`: no retry
 * would help; `given-up`: too old. The pool counts a failed attempt as `failed`, and the last one as `given-up`.
 */
type Outcome = 'sent' | 'skipped' | 'postponed' | 'gone' | 'refused' | 'given-up';

/** The statuses of a push service that does not know the subscription, or no longer. */
const GONE = [404, 410];

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Sends queued pushes to the push services. No call waits for it. */
@Injectable()
export class PushWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly pool: JobPool<QueuedPush>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushQueue) private readonly queue: PushQueue,
    @Inject(Jobs) jobs: Jobs,
    @Inject(PushWriter) private readonly writer: PushWriter,
    @Inject(PushNews) private readonly news: PushNews,
    @Inject(PushSender) private readonly sender: PushSender,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.outcomes = new Counter({
      name: 'duet_pushes_total',
      help: 'Pushes by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    // `increase` in an alert does not see the event that creates its series.
    for (const outcome of ['sent', 'failed', 'given-up']) this.outcomes.inc({ outcome }, 0);
    this.pool = jobs.pool({
      queue: queue.jobs,
      atOnce: CONCURRENCY,
      pollEvery: POLL_INTERVAL,
      work: async (job) => this.outcomes.inc({ outcome: await this.deliver(job) }),
      attemptsAfter: () => MAX_ATTEMPTS,
      onFailure: (final) => this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' }),
      // A network error may contain the device's endpoint, which is a secret.
      describe: (cause) => ({ code: codeOf(cause) }),
    });
  }

  onApplicationBootstrap(): void {
    if (this.sender.ready) this.pool.start();
    else this.log.warn('push key not configured');
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  /** Looks for due pushes now. Call it after one was queued. */
  kick(): void {
    if (this.sender.ready) this.pool.kick();
  }

  private async deliver(job: Job<QueuedPush>): Promise<Outcome> {
    if (this.queue.isStale(job)) return 'given-up';
    const device = await this.database.manager.findOneBy(PushSubscription, { id: job.subject ?? '' });
    const written = device && (await this.writer.write(job.payload, device));
    if (!written) return 'skipped';
    if ('due' in written) {
      await this.queue.jobs.postpone(job, written.due);
      return 'postponed';
    }
    if (!(await this.news.isStillUnread(job, device.userId))) return 'skipped';
    try {
      return await this.settle(device, await this.sender.send(device, written.push));
    } catch (cause) {
      // The endpoint resolves to a private address, so it is no push service.
      if (cause instanceof NotPublicError) return this.forget(device, 'refused');
      throw cause;
    }
  }

  private async settle(device: PushSubscription, { status, retryAfter }: PushAnswer): Promise<Outcome> {
    if (status >= 200 && status < 300) {
      await this.database.manager.update(PushSubscription, { id: device.id }, { lastSucceededAt: this.clock.now() });
      return 'sent';
    }
    if (GONE.includes(status)) return this.forget(device, 'gone');
    if (isTemporary(status)) throw new RetryAfter(Math.min(retryAfter, MAX_AGE), { cause: status });
    this.log.warn({ status }, 'push service refused notification');
    return 'refused';
  }

  /** Deletes the subscription; a trigger deletes its other jobs. */
  private async forget({ id, endpoint }: PushSubscription, outcome: Outcome): Promise<Outcome> {
    // The endpoint is part of the condition, because the device may have renewed the subscription meanwhile.
    await this.database.manager.delete(PushSubscription, { id, endpoint });
    return outcome;
  }
}

/** The code of a network error, or the push service's status. */
const codeOf = (cause: unknown): unknown => {
  if (cause instanceof RetryAfter) return cause.cause;
  return cause instanceof Error ? (Reflect.get(cause, 'code') ?? cause.name) : 'unknown';
};
