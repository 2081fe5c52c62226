import { type ErrorCode, scheduledChanged } from '@duet/contracts';
import { AppError, LOGGER, LivePush, type Log, Recurring, requestContext } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.js';
import { MessagesService } from '../messages/messages.service.js';
import { COLUMNS, type ScheduledRow } from './scheduled.rows.js';

/** Milliseconds between two looks. */
const EVERY = 1_000;

/** So many leave together; they are one group, or few, of the normal sends. */
const BATCH = 100;

/** What could not be sent now is tried again after this. */
const AGAIN = "interval '15 seconds'";

/** The number only has to be ours and unlike the other locks'. */
const SENDER_LOCK = 0x0d0ea;

/**
 * Who takes a row holds it until it is gone; nobody waits for what another replica has in hand. What is due in one
 * conversation is in one hand, so that two texts of one minute come in their order.
 */
const TAKE = `
  SELECT ${COLUMNS} FROM scheduled_messages
  WHERE due_at <= $1 AND pg_try_advisory_xact_lock(${SENDER_LOCK}, hashtext(conversation_id::text))
  ORDER BY due_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

const REMOVE = 'DELETE FROM scheduled_messages WHERE id = ANY($1::uuid[])';
const POSTPONE = `UPDATE scheduled_messages SET due_at = $2::timestamptz + ${AGAIN} WHERE id = ANY($1::uuid[])`;

/** The couple it was for is over, or the message is there under its id with other words: it will never be sent. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['NO_PARTNER', 'CONVERSATION_NOT_FOUND', 'IDEMPOTENCY_MISMATCH', 'MESSAGE_NOT_FOUND']);

/**
 * Sends what is due, through the path of all sends. A message is stored before its row goes: whoever dies in between
 * leaves a row that the next one sends again, under the same id, which stores nothing twice.
 */
@Injectable()
export class ScheduledSender implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring: Recurring;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(MessagesService) private readonly messages: MessagesService,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.recurring = new Recurring(EVERY, () => this.sendDue(), (cause) => this.log.warn({ err: cause }, 'scheduled messages wait'));
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.recurring.stop();
  }

  /** Whatever is due goes away or is postponed, so this ends. */
  async sendDue(): Promise<void> {
    while (!this.stopped && (await this.sendSome()) === BATCH);
  }

  private async sendSome(): Promise<number> {
    const rows = await this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const due = await tx.query<ScheduledRow[]>(TAKE, [now]);
      const settled = await Promise.all(due.map((row) => this.send(row)));
      const left = due.filter((_, index) => !settled[index]);
      const done = due.filter((_, index) => settled[index]);
      if (done.length > 0) await tx.query(REMOVE, [done.map(({ id }) => id)]);
      if (left.length > 0) await tx.query(POSTPONE, [left.map(({ id }) => id), now]);
      return due;
    });
    for (const { userId, chatId } of rows) this.live.push(scheduledChanged, { userId, chatId });
    return rows.length;
  }

  /** @returns whether nothing is left to do for it. */
  private async send({ id, userId, chatId, content, replyToId, clientMessageId }: ScheduledRow): Promise<boolean> {
    const dto = { chatId, content, clientMessageId, ...(replyToId !== null && { replyTo: replyToId }) };
    try {
      await requestContext.run({ requestId: `scheduled-${id}` }, () => this.messages.send({ userId }, dto));
      return true;
    } catch (cause) {
      const isFinal = cause instanceof AppError && FINAL.has(cause.code);
      this.log[isFinal ? 'info' : 'warn']({ err: cause, scheduledId: id }, isFinal ? 'a scheduled message was cancelled' : 'a scheduled message is late');
      return isFinal;
    }
  }
}
