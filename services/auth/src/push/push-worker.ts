import { Health, LOGGER, type Log, NotPublicError } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { WorkLoop } from '../queue/work-loop.js';
import type { PushJob } from './push-job.entity.js';
import { PushNews } from './push-news.js';
import { PushQueue } from './push-queue.js';
import { type PushAnswer, PushSender } from './push-sender.js';
import { PushSubscription } from './push-subscription.entity.js';
import { PushWriter } from './push-writer.js';

const AT_ONCE = 16;
const MAX_ATTEMPTS = 8;

/** `sent`; `skipped`: there was nothing to say any more; `gone`: the device is; `failed`: once more later; `refused`: never. */
type Outcome = 'sent' | 'skipped' | 'postponed' | 'gone' | 'failed' | 'refused' | 'given-up';

/** The push service knows no such device (any more). */
const GONE = [404, 410];

const passes = (status: number): boolean => status === 429 || status >= 500;

/** Hands what waits to the push services. Nobody's answer waits for this. */
@Injectable()
export class PushWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly loop: WorkLoop;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PushQueue) private readonly queue: PushQueue,
    @Inject(PushWriter) private readonly writer: PushWriter,
    @Inject(PushNews) private readonly news: PushNews,
    @Inject(PushSender) private readonly sender: PushSender,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.outcomes = new Counter({ name: 'duet_pushes_total', help: 'Notifications for push services by outcome', labelNames: ['outcome'], registers: [metrics] });
    this.loop = new WorkLoop(() => this.sendSome(), (cause) => this.log.warn({ err: cause }, 'the queue of pushes cannot be read right now'));
  }

  onApplicationBootstrap(): void {
    if (this.sender.ready) this.loop.start();
    else this.log.warn('VAPID_PRIVATE_KEY is not set: nobody is told while no page is open');
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  kick(): void {
    if (this.sender.ready) this.loop.kick();
  }

  private async sendSome(): Promise<boolean> {
    const jobs = await this.queue.take(AT_ONCE);
    await Promise.all(jobs.map(async (job) => this.outcomes.inc({ outcome: await this.deliver(job) })));
    return jobs.length > 0;
  }

  private async deliver(job: PushJob): Promise<Outcome> {
    if (this.queue.isStale(job)) return this.end(job, 'given-up');
    const device = await this.database.manager.findOneBy(PushSubscription, { id: job.subscriptionId });
    const written = device && (await this.writer.write(job, device));
    if (!written) return this.end(job, 'skipped');
    if ('due' in written) {
      await this.queue.postpone(job, written.due);
      return 'postponed';
    }
    if (!(await this.news.isStill(job, device.userId))) return this.end(job, 'skipped');
    try {
      return await this.settle(job, device, await this.sender.send(device, written.push));
    } catch (cause) {
      // Its address leads into our own network: that is no device.
      if (cause instanceof NotPublicError) return this.forget(device, 'refused');
      // What went wrong on the way may name the address, which is a secret of the device's.
      this.log.warn({ jobId: job.id, attempt: job.attempts, code: codeOf(cause) }, 'a push service was not reached');
      return this.again(job, 0);
    }
  }

  private async settle(job: PushJob, device: PushSubscription, { status, retryAfter }: PushAnswer): Promise<Outcome> {
    if (status >= 200 && status < 300) {
      await this.database.manager.update(PushSubscription, { id: device.id }, { lastSucceededAt: this.clock.now() });
      return this.end(job, 'sent');
    }
    if (GONE.includes(status)) return this.forget(device, 'gone');
    this.log.warn({ jobId: job.id, attempt: job.attempts, status }, 'a push service did not take a notification');
    return passes(status) ? this.again(job, retryAfter) : this.end(job, 'refused');
  }

  private async again(job: PushJob, atLeast: number): Promise<Outcome> {
    if (job.attempts >= MAX_ATTEMPTS) return this.end(job, 'given-up');
    await this.queue.retryLater(job, atLeast);
    return 'failed';
  }

  /** What waits for it goes with it. */
  private async forget({ id, endpoint }: PushSubscription, outcome: Outcome): Promise<Outcome> {
    // Not what has taken its place meanwhile.
    await this.database.manager.delete(PushSubscription, { id, endpoint });
    return outcome;
  }

  private async end(job: PushJob, outcome: Outcome): Promise<Outcome> {
    await this.queue.done(job);
    return outcome;
  }
}

/** A stable word for what the network had to say. */
const codeOf = (cause: unknown): unknown => (cause instanceof Error ? (Reflect.get(cause, 'code') ?? cause.name) : 'unknown');
