import { createHash } from 'node:crypto';
import {
  type Actor,
  type CoupleUnlinked,
  LIMITS,
  type RescheduleMessageDto,
  type ScheduleMessageDto,
  type ScheduledIdDto,
  type ScheduledMessageView,
  TEXTS,
  type TrustEnded,
  coupleUnlinked,
  scheduledChanged,
  trustEnded,
  userDeleted,
} from '@duet/contracts';
import { AppError, Clock, DAY, LivePush, OnEvent, Turns, type Tx, fieldError, sessionAlias } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v4, v7 } from 'uuid';
import { assertNamed } from '../conversations/assert-named.js';
import { type ConversationRow, lockMember, readActive } from '../conversations/conversation.queries.js';
import { readQuoted } from '../messages/message.queries.js';
import { instantOfLocalMinute } from './local-minute.js';
import {
  type ScheduledRow,
  deleteScheduled,
  deleteScheduledOfEnded,
  eraseScheduled,
  holdScheduled,
  insertScheduled,
  lockScheduled,
  readScheduled,
  scheduledViews,
  updateScheduled,
} from './scheduled.queries.js';

/** Scheduled texts, which only their author sees. */
@Injectable()
export class ScheduledService {
  private readonly turns = new Turns();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async add(actor: Actor, dto: ScheduleMessageDto): Promise<ScheduledMessageView> {
    const { userId } = actor;
    return this.change(userId, async (tx, conversation) => {
      assertNamed(conversation, dto.chatId);
      const row = this.rowOf(actor, conversation.id, dto);
      // The lock keeps the count below the limit under concurrent requests.
      await lockMember(tx, conversation.id, userId);
      // Read again under the lock: the couple may have ended meanwhile.
      assertNamed(await activeOf(tx, userId), conversation.id);
      const all = await readScheduled(tx, [conversation.id, userId]);
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
      return scheduledViews(tx, await readScheduled(tx, [conversation.id, userId]), conversation);
    });
  }

  /** @throws AppError MESSAGE_NOT_FOUND, also when a replica has just sent the message. */
  async reschedule(actor: Actor, { scheduledId, ...given }: RescheduleMessageDto): Promise<ScheduledMessageView> {
    const { userId } = actor;
    return this.change(userId, async (tx, { id }) => {
      const [row] = await lockScheduled(tx, [scheduledId, id, userId]);
      if (!row) throw new AppError('MESSAGE_NOT_FOUND');
      const { content = row.content, at = row.at, timezone = row.timezone } = given;
      const changed = {
        ...row,
        ...{ content, at, timezone, sendAt: minute(at, timezone), version: row.version + 1 },
        ...this.writtenBy(actor),
      };
      this.checkTime(changed.sendAt);
      await updateScheduled(tx, changed);
      return changed;
    });
  }

  async cancel({ userId }: Actor, { scheduledId }: ScheduledIdDto): Promise<void> {
    const chatId = await this.database.transaction(async (tx) => {
      const { id } = await activeOf(tx, userId);
      if ((await deleteScheduled(tx, [scheduledId, id, userId])) === 0) throw new AppError('MESSAGE_NOT_FOUND');
      return id;
    });
    this.live.push(scheduledChanged, { userId, chatId });
  }

  /** Deletes the couple's scheduled texts, so that a relink does not send them. */
  @OnEvent(coupleUnlinked)
  async ended({ coupleId, version }: CoupleUnlinked): Promise<void> {
    await deleteScheduledOfEnded(this.database, [coupleId, version]);
  }

  /** Puts the texts of sessions that their author no longer trusts on hold, instead of losing those that the author wrote. */
  @OnEvent(trustEnded)
  async endTrust({ userId, session, survivor, madeBefore }: TrustEnded): Promise<void> {
    const changed = await this.database.transaction(async (tx) => {
      const conversation = await readActive(tx, userId);
      if (!conversation) return null;
      // A text that is being scheduled has the lock.
      await lockMember(tx, conversation.id, userId);
      const count = await holdScheduled(tx, [conversation.id, userId, madeBefore, session, survivor]);
      return count > 0 ? conversation.id : null;
    });
    if (changed !== null) this.live.push(scheduledChanged, { userId, chatId: changed });
  }

  @OnEvent(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await eraseScheduled(this.database, [userId]);
  }

  private async change(
    userId: string,
    work: (tx: Tx, conversation: ConversationRow) => Promise<ScheduledRow>,
  ): Promise<ScheduledMessageView> {
    const view = await this.turns.take(userId, () =>
      this.database.transaction(async (tx) => {
        const conversation = await activeOf(tx, userId);
        const [made] = await scheduledViews(tx, [await work(tx, conversation)], conversation);
        if (!made) throw new TypeError('a scheduled message has no view');
        return made;
      }),
    );
    this.live.push(scheduledChanged, { userId, chatId: view.chatId });
    return view;
  }

  private writtenBy({ sessionId }: Actor): Pick<ScheduledRow, 'session' | 'writtenAt' | 'isOnHold'> {
    return { session: sessionAlias(sessionId), writtenAt: this.clock.now(), isOnHold: false };
  }

  private rowOf(actor: Actor, chatId: string, { content, at, timezone, ...dto }: ScheduleMessageDto): ScheduledRow {
    const replyToId = dto.replyTo?.toLowerCase() ?? null;
    const bodyHash = createHash('sha256')
      .update(JSON.stringify([content, at, timezone, replyToId]))
      .digest();
    const clientMessageId = dto.clientMessageId?.toLowerCase() ?? v4();
    return {
      id: v7(),
      chatId,
      userId: actor.userId,
      clientMessageId,
      bodyHash,
      content,
      replyToId,
      at,
      timezone,
      sendAt: minute(at, timezone),
      version: 1,
      ...this.writtenBy(actor),
    };
  }

  private async checkReply(tx: Tx, { chatId, replyToId }: ScheduledRow): Promise<void> {
    if (replyToId === null) return;
    const quoted = (await readQuoted(tx, [replyToId])).get(replyToId);
    if (!quoted || quoted.chatId !== chatId || quoted.type === 'notice') throw new AppError('MESSAGE_NOT_FOUND');
  }

  private checkTime(sendAt: Date): void {
    const ahead = sendAt.getTime() - this.clock.now().getTime();
    if (ahead <= 0) throw new AppError('SCHEDULE_IN_THE_PAST');
    if (ahead > LIMITS.scheduleAheadDays * DAY) throw new AppError('SCHEDULE_TOO_FAR');
  }
}

async function activeOf(tx: Tx, userId: string): Promise<ConversationRow> {
  const conversation = await readActive(tx, userId);
  if (!conversation) throw new AppError('NO_PARTNER');
  return conversation;
}

function minute(at: string, timezone: string): Date {
  const instant = instantOfLocalMinute(at, timezone);
  if (!instant) throw fieldError('at', TEXTS.scheduleInvalid);
  return instant;
}
