import { Health, type Job, type JobPool, Jobs, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { type Mail, MailComposer } from './mail-composer.js';
import { MailQueue, type QueuedMail } from './mail-queue.js';
import { Mailer } from './mailer.js';
import { type Refusal, refusalOf, smtpFailureOf } from './refusal.js';
import { RefusedAddresses } from './refused-addresses.service.js';

const CONCURRENCY = 4;
const POLL_INTERVAL = 2_000;
const MAX_ATTEMPTS = 12;

/** Sends queued mails and retries until the mail server accepts them. No call waits for it. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly refusals: Counter<'reason'>;
  private readonly pool: JobPool<QueuedMail>;

  constructor(
    @Inject(MailQueue) queue: MailQueue,
    @Inject(Jobs) jobs: Jobs,
    @Inject(MailComposer) private readonly composer: MailComposer,
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(RefusedAddresses) private readonly refused: RefusedAddresses,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({
      name: 'duet_mails_total',
      help: 'Mails by outcome',
      labelNames: ['outcome'],
      registers: [health.metrics],
    });
    this.refusals = new Counter({
      name: 'duet_mail_refusals_total',
      help: 'Mails that a mail server refused for good, because of the address or of the sender',
      labelNames: ['reason'],
      registers: [health.metrics],
    });
    // `increase` in an alert does not see the event that creates its series.
    for (const outcome of ['sent', 'refused', 'given-up']) this.outcomes.inc({ outcome }, 0);
    for (const reason of ['address', 'sender'] satisfies Refusal[]) this.refusals.inc({ reason }, 0);
    this.pool = jobs.pool({
      queue: queue.jobs,
      atOnce: CONCURRENCY,
      pollEvery: POLL_INTERVAL,
      work: (job) => this.send(job),
      attemptsAfter: () => MAX_ATTEMPTS,
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
    const refusal = mail && (await this.refusalBy(mail));
    if (mail && refusal) {
      this.refusals.inc({ reason: refusal.reason });
      if (refusal.reason === 'address') await this.refused.mark(subject ?? '', mail.to.address);
      this.log.warn({ kind: payload.kind, ...refusal }, 'mail refused');
    }
    this.outcomes.inc({ outcome: refusal ? 'refused' : mail ? 'sent' : 'skipped' });
  }

  /** Sends the mail. @returns the permanent refusal, if any. @throws other failures, after which the mail is tried again */
  private async refusalBy(mail: Mail): Promise<{ reason: Refusal; responseCode: unknown } | null> {
    try {
      await this.mailer.send(mail);
      return null;
    } catch (cause) {
      const reason = refusalOf(cause);
      if (!reason) throw cause;
      return { reason, responseCode: smtpFailureOf(cause).responseCode };
    }
  }
}

/** The part of a failure that may be logged. */
function codesOf(cause: unknown): { code: unknown; responseCode: unknown } {
  const { code, responseCode } = smtpFailureOf(cause);
  return { code, responseCode };
}
