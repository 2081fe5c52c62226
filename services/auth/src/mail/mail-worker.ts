import { Health, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { WorkLoop } from '../queue/work-loop.js';
import { MailComposer } from './mail-composer.js';
import type { MailJob } from './mail-job.entity.js';
import { MailQueue } from './mail-queue.js';
import { Mailer } from './mailer.js';

const AT_ONCE = 4;
const MAX_ATTEMPTS = 12;

/** Sends what waits in the queue, again and again until the mail server takes it. Nobody's answer waits for this. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly loop: WorkLoop;

  constructor(
    @Inject(MailQueue) private readonly queue: MailQueue,
    @Inject(MailComposer) private readonly composer: MailComposer,
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({ name: 'duet_mails_total', help: 'Mails by outcome', labelNames: ['outcome'], registers: [health.metrics] });
    this.loop = new WorkLoop(() => this.sendSome(), (cause) => this.log.warn({ err: cause }, 'the mail queue cannot be read right now'));
  }

  onApplicationBootstrap(): void {
    if (!this.mailer.ready) {
      this.log.warn('SMTP_URL is not set: mails wait in the queue');
      return;
    }
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  /** Looks for mails now instead of at the next look. */
  kick(): void {
    if (this.mailer.ready) this.loop.kick();
  }

  private async sendSome(): Promise<boolean> {
    const jobs = await this.queue.take(AT_ONCE);
    await Promise.all(jobs.map((job) => this.deliver(job)));
    return jobs.length > 0;
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
