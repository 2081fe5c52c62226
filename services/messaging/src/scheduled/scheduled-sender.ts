import { type ErrorCode, scheduledChanged } from '@duet/contracts';
import { AppError, Clock, LOGGER, LivePush, type Log, PeriodicJob, requestContext } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MessagesService } from '../messages/messages.service.js';
import { CLAIM_SIZE, type ScheduledRow, claimDue, deleteSent, postponeScheduled } from './scheduled.queries.js';

/** Milliseconds between two polls. */
const EVERY = 1_000;

/** Errors that no retry can fix: the couple has ended, or another message is stored under this id. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'NO_PARTNER',
  'CONVERSATION_NOT_FOUND',
  'IDEMPOTENCY_MISMATCH',
  'MESSAGE_NOT_FOUND',
]);

/**
 * Sends due messages through the path of all sends. A message is stored before its row is deleted: after a crash in between,
 * the next replica sends it again under the same id, which stores nothing twice.
 */
@Injectable()
export class ScheduledSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(MessagesService) private readonly messages: MessagesService,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.periodic = new PeriodicJob(
      EVERY,
      () => this.sendDue(),
      (cause) => this.log.warn({ err: cause }, 'scheduled sender poll failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Repeats while a claim is full. Terminates, because each claimed row is deleted or postponed. */
  async sendDue(): Promise<void> {
    await this.periodic.repeat(async () => (await this.sendSome()) === CLAIM_SIZE);
  }

  private async sendSome(): Promise<number> {
    const rows = await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const due = await claimDue(tx, [now]);
      const settled = await Promise.all(due.map((row) => this.send(row)));
      const left = due.filter((_, index) => !settled[index]);
      const done = due.filter((_, index) => settled[index]);
      if (done.length > 0) await deleteSent(tx, [done.map(({ id }) => id)]);
      if (left.length > 0) await postponeScheduled(tx, [left.map(({ id }) => id), now]);
      return due;
    });
    for (const { userId, chatId } of rows) this.live.push(scheduledChanged, { userId, chatId });
    return rows.length;
  }

  /** @returns whether the row can be deleted. */
  private async send({ id, userId, chatId, content, replyToId, clientMessageId }: ScheduledRow): Promise<boolean> {
    const dto = { chatId, content, clientMessageId, ...(replyToId !== null && { replyTo: replyToId }) };
    try {
      await requestContext.run({ requestId: `scheduled-${id}` }, () => this.messages.send({ userId }, dto));
      return true;
    } catch (cause) {
      const isFinal = cause instanceof AppError && FINAL.has(cause.code);
      if (isFinal) this.log.info({ err: cause, scheduledId: id }, 'scheduled sender cancelled message');
      else this.log.warn({ err: cause, scheduledId: id }, 'scheduled sender postponed message');
      return isFinal;
    }
  }
}
