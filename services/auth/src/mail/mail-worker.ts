import { Health, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MailComposer } from './mail-composer.js';
import type { MailJob } from './mail-job.entity.js';
import { MailQueue } from './mail-queue.js';
import { Mailer } from './mailer.js';

const LOOK_EVERY = 2_000;
const AT_ONCE = 4;
const MAX_ATTEMPTS = 12;

/** Sends what waits in the queue, again and again until the mail server takes it. Nobody's answer waits for this. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private queued = false;
  private stopped = false;

  constructor(
    @Inject(MailQueue) private readonly queue: MailQueue,
    @Inject(MailComposer) private readonly composer: MailComposer,
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({ name: 'duet_mails_total', help: 'Mails by outcome', labelNames: ['outcome'], registers: [health.metrics] });
  }

  onApplicationBootstrap(): void {
    if (!this.mailer.ready) {
      this.log.warn('SMTP_URL is not set: mails wait in the queue');
      return;
    }
    this.timer = setInterval(() => this.kick(), LOOK_EVERY);
    this.kick();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Looks for mails now instead of at the next look. */
  kick(): void {
    if (this.queued || this.stopped || !this.mailer.ready) return;
    this.queued = true;
    this.running = this.running.then(async () => {
      this.queued = false;
      await this.sendAll().catch((cause: unknown) => this.log.warn({ err: cause }, 'the mail queue cannot be read right now'));
    });
  }

  private async sendAll(): Promise<void> {
    while (!this.stopped) {
      const jobs = await this.queue.take(AT_ONCE);
      if (jobs.length === 0) return;
      await Promise.all(jobs.map((job) => this.deliver(job)));
    }
  }

  private async deliver(job: MailJob): Promise<void> {
    try {
      const mail = await this.composer.compose(job);
      if (mail) await this.mailer.send(mail);
      this.outcomes.inc({ outcome: mail ? 'sent' : 'skipped' });
      await this.queue.done(job);
    } catch (cause) {
      await this.fail(job, cause);
    }
  }

  private async fail(job: MailJob, cause: unknown): Promise<void> {
    const final = job.attempts >= MAX_ATTEMPTS || isRefused(cause);
    // A mail server's sentence often repeats the address, so only its codes are logged.
    this.log.warn({ jobId: job.id, kind: job.kind, attempt: job.attempts, final, ...codesOf(cause) }, 'a mail could not be sent');
    this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' });
    await (final ? this.queue.done(job) : this.queue.retryLater(job));
  }
}

/** What nodemailer adds to its errors. */
function codesOf(cause: unknown): { code: unknown; responseCode: unknown } {
  if (!(cause instanceof Error)) return { code: undefined, responseCode: undefined };
  return { code: Reflect.get(cause, 'code'), responseCode: Reflect.get(cause, 'responseCode') };
}

/** The server will never take mail for this address. */
function isRefused(cause: unknown): boolean {
  const { code, responseCode } = codesOf(cause);
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500;
}
