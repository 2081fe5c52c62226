import { createHash } from 'node:crypto';
import {
  type Actor, type CoupleUnlinked, LIMITS, type RescheduleMessageDto, type ScheduleMessageDto, type ScheduledIdDto, type ScheduledMessageView, TEXTS, coupleUnlinked, scheduledChanged,
  userDeleted,
} from '@duet/contracts';
import { AppError, LivePush, OnFact, type Tx, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v4, v7 } from 'uuid';
import { Clock } from '../clock/clock.js';
import { type ConversationState, holdMember, readActive } from '../conversations/conversation.rows.js';
import { readQuoted } from '../messages/message.rows.js';
import { instantOf } from './local-minute.js';
import { COLUMNS, type ScheduledRow, insertScheduled, scheduledViews, updateScheduled } from './scheduled.rows.js';

const DAY = 24 * 60 * 60 * 1_000;

const ALL_OF = `SELECT ${COLUMNS} FROM scheduled_messages WHERE conversation_id = $1 AND user_id = $2 ORDER BY send_at, id`;

const ONE = `SELECT ${COLUMNS} FROM scheduled_messages WHERE id = $1 AND conversation_id = $2 AND user_id = $3 FOR UPDATE`;
const REMOVE = 'DELETE FROM scheduled_messages WHERE id = $1 AND conversation_id = $2 AND user_id = $3 RETURNING id';

const CANCEL_OF_ENDED = `
  DELETE FROM scheduled_messages s USING conversations c WHERE c.id = s.conversation_id AND c.id = $1 AND c.couple_version <= $2`;

const ERASE = `
  DELETE FROM scheduled_messages
  WHERE conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = $1)`;

/** Texts for later, each person's own. */
@Injectable()
export class ScheduledService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async add({ userId }: Actor, dto: ScheduleMessageDto): Promise<ScheduledMessageView> {
    return this.change(userId, async (tx, conversation) => {
      const row = this.rowOf(userId, conversation.id, dto);
      // One at a time, so that the count of all holds too.
      await holdMember(tx, conversation.id, userId);
      const all = await tx.query<ScheduledRow[]>(ALL_OF, [conversation.id, userId]);
      const before = all.find(({ clientMessageId }) => clientMessageId === row.clientMessageId);
      if (before) {
        if (!before.bodyHash.equals(row.bodyHash)) throw new AppError('IDEMPOTENCY_MISMATCH');
        return before;
      }
      if (all.length >= LIMITS.scheduledMessages) throw new AppError('TOO_MANY_SCHEDULED');
      await this.checkReply(tx, row);
      this.checkTime(row.sendAt);
      await insertScheduled(tx, row);
      return row;
    });
  }

  list({ userId }: Actor): Promise<ScheduledMessageView[]> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const conversation = await activeOf(tx, userId);
      return scheduledViews(tx, await tx.query<ScheduledRow[]>(ALL_OF, [conversation.id, userId]), conversation);
    });
  }

  /** Waits for the one who is sending it, and then does not find it any more. */
  async reschedule({ userId }: Actor, { scheduledId, ...given }: RescheduleMessageDto): Promise<ScheduledMessageView> {
    return this.change(userId, async (tx, { id }) => {
      const [held] = await tx.query<ScheduledRow[]>(ONE, [scheduledId, id, userId]);
      if (!held) throw new AppError('MESSAGE_NOT_FOUND');
      const { content = held.content, at = held.at, timezone = held.timezone } = given;
      const changed = { ...held, content, at, timezone, sendAt: minute(at, timezone), version: held.version + 1 };
      this.checkTime(changed.sendAt);
      await updateScheduled(tx, changed);
      return changed;
    });
  }

  async cancel({ userId }: Actor, { scheduledId }: ScheduledIdDto): Promise<void> {
    const chatId = await this.database.transaction(async (tx) => {
      const { id } = await activeOf(tx, userId);
      const [, removed] = await tx.query<[unknown[], number]>(REMOVE, [scheduledId, id, userId]);
      if (removed === 0) throw new AppError('MESSAGE_NOT_FOUND');
      return id;
    });
    this.live.push(scheduledChanged, { userId, chatId });
  }

  /** What was written for a couple is not for the two who may come back, nor for anybody else. */
  @OnFact(coupleUnlinked)
  async ended({ coupleId, version }: CoupleUnlinked): Promise<void> {
    await this.database.query(CANCEL_OF_ENDED, [coupleId, version]);
  }

  @OnFact(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await this.database.query(ERASE, [userId]);
  }

  private async change(userId: string, work: (tx: Tx, conversation: ConversationState) => Promise<ScheduledRow>): Promise<ScheduledMessageView> {
    const view = await this.database.transaction(async (tx) => {
      const conversation = await activeOf(tx, userId);
      const [made] = await scheduledViews(tx, [await work(tx, conversation)], conversation);
      if (!made) throw new TypeError('a scheduled message without a view');
      return made;
    });
    this.live.push(scheduledChanged, { userId, chatId: view.chatId });
    return view;
  }

  private rowOf(userId: string, chatId: string, { content, at, timezone, ...dto }: ScheduleMessageDto): ScheduledRow {
    const replyToId = dto.replyTo?.toLowerCase() ?? null;
    const bodyHash = createHash('sha256').update(JSON.stringify([content, at, timezone, replyToId])).digest();
    const clientMessageId = dto.clientMessageId?.toLowerCase() ?? v4();
    return { id: v7(), chatId, userId, clientMessageId, bodyHash, content, replyToId, at, timezone, sendAt: minute(at, timezone), version: 1 };
  }

  private async checkReply(tx: Tx, { chatId, replyToId }: ScheduledRow): Promise<void> {
    if (replyToId === null) return;
    const quoted = (await readQuoted(tx, [replyToId])).get(replyToId);
    if (!quoted || quoted.chatId !== chatId || quoted.type === 'notice') throw new AppError('MESSAGE_NOT_FOUND');
  }

  private checkTime(sendAt: Date): void {
    const ahead = sendAt.getTime() - this.clock.now().getTime();
    if (ahead <= 0 || ahead > LIMITS.scheduleAheadDays * DAY) throw new AppError('SCHEDULE_IN_THE_PAST');
  }
}

async function activeOf(tx: Tx, userId: string): Promise<ConversationState> {
  const conversation = await readActive(tx, userId);
  if (!conversation) throw new AppError('NO_PARTNER');
  return conversation;
}

function minute(at: string, timezone: string): Date {
  const instant = instantOf(at, timezone);
  if (!instant) throw fieldError('at', TEXTS.scheduleInvalid);
  return instant;
}
