import { Health, type Job, type JobPool, Jobs, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MailComposer } from './mail-composer.js';
import { MailQueue, type QueuedMail } from './mail-queue.js';
import { Mailer } from './mailer.js';

const CONCURRENCY = 4;
const POLL_INTERVAL = 2_000;
const MAX_ATTEMPTS = 12;

/** Sends queued mails and retries until the mail server accepts them. No call waits for it. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly pool: JobPool<QueuedMail>;

  constructor(
    @Inject(MailQueue) queue: MailQueue,
    @Inject(Jobs) jobs: Jobs,
    @Inject(MailComposer) private readonly composer: MailComposer,
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({
      name: 'duet_mails_total',
      help: 'Mails by outcome',
      labelNames: ['outcome'],
      registers: [health.metrics],
    });
    this.pool = jobs.pool({
      queue: queue.jobs,
      atOnce: CONCURRENCY,
      pollEvery: POLL_INTERVAL,
      work: (job) => this.send(job),
      attemptsAfter: (cause) => (isRefused(cause) ? 0 : MAX_ATTEMPTS),
      onFailure: (final) => this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' }),
      // A mail server's message often repeats the address, so only its codes are logged.
      describe: (cause, { payload }) => ({ kind: payload.kind, ...codesOf(cause) }),
    });
    queue.onQueued(() => this.kick());
  }

  onApplicationBootstrap(): void {
    if (this.mailer.ready) this.pool.start();
    else this.log.warn('mail server not configured');
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  /** Looks for due mails now; the queue calls it when a mail was committed. */
  kick(): void {
    if (this.mailer.ready) this.pool.kick();
  }

  private async send({ payload, subject }: Job<QueuedMail>): Promise<void> {
    const mail = await this.composer.compose(payload, subject ?? '');
    if (mail) await this.mailer.send(mail);
    this.outcomes.inc({ outcome: mail ? 'sent' : 'skipped' });
  }
}

/** The fields that nodemailer adds to its errors. */
function codesOf(cause: unknown): { code: unknown; responseCode: unknown } {
  if (!(cause instanceof Error)) return { code: undefined, responseCode: undefined };
  return { code: Reflect.get(cause, 'code'), responseCode: Reflect.get(cause, 'responseCode') };
}

/** Whether the server refuses this recipient permanently. */
function isRefused(cause: unknown): boolean {
  const { code, responseCode } = codesOf(cause);
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500;
}
