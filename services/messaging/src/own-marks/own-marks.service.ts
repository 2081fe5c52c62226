import {
  type Actor,
  LIMITS,
  type MarkUnreadDto,
  type MarkedMessage,
  type MessageIdDto,
  type MessageView,
  type OwnMarkChange,
  type StarredPage,
  type StarredQueryDto,
  type UnreadMarked,
  hiddenView,
  ownMarked,
  userDeleted,
} from '@duet/contracts';
import { AppError, Clock, LivePush, OnEvent, Turns, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { assertNamed } from '../conversations/assert-named.js';
import {
  type ConversationRow,
  type MemberRow,
  lockMember,
  readActive,
  unreadChange,
} from '../conversations/conversation.queries.js';
import { HistoryService } from '../messages/history.service.js';
import {
  type MarkRow,
  eraseMarks,
  eraseUnreadMarks,
  markChange,
  markedView,
  readMarks,
  readStarred,
  takeOwnRev,
  viewerMessages,
  writeMark,
  writeUnread,
} from '../messages/message-mark.queries.js';
import { isReadable } from '../messages/is-readable.js';
import { type MessageRow, readOne, readThese } from '../messages/message.queries.js';
import { messageView } from '../messages/message.view.js';

/** The answer of a marking and its change, if there is one. */
interface Marked<Answer> {
  answer: Answer;
  change?: OwnMarkChange;
}

type Work<Answer> = (tx: Tx, conversation: ConversationRow, self: MemberRow) => Promise<Marked<Answer>>;

/**
 * The acts of one member on messages alone: stars, messages deleted for oneself, unread marks. It locks that member's row
 * and no other: even the duration of the partner's sends must not reveal it.
 */
@Injectable()
export class OwnMarksService {
  private readonly turns = new Turns();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(LivePush) private readonly live: LivePush,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER; MESSAGE_NOT_FOUND, also for a message that is gone */
  star(actor: Actor, { messageId }: MessageIdDto, isStarred: boolean): Promise<MarkedMessage> {
    const now = this.clock.now();
    return this.mark(actor, messageId, async (tx, message, mark) => {
      const isRefused = isStarred ? !isReadable(message, now) : message.type === 'notice';
      if (mark.hidden || isRefused) throw new AppError('MESSAGE_NOT_FOUND');
      if ((mark.starredAt !== null) === isStarred) return { answer: markedView(mark) };
      const after = await this.write(tx, message, actor, { ...mark, starredAt: isStarred ? now : null });
      return { answer: markedView(after), change: markChange(after) };
    });
  }

  /** Deletes a message for the caller alone. @throws AppError NO_PARTNER, MESSAGE_NOT_FOUND */
  hide(actor: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.mark(actor, messageId, async (tx, message, mark, conversation) => {
      const answer = hiddenView(messageView(message, conversation.members));
      if (mark.hidden) return { answer };
      const after = await this.write(tx, message, actor, { ...mark, starredAt: null, hidden: true });
      return { answer, change: markChange(after) };
    });
  }

  /** @throws AppError NO_PARTNER; CONVERSATION_NOT_FOUND for any chat but the caller's own; MESSAGE_NOT_FOUND beyond the end */
  markUnread(actor: Actor, { chatId, from }: MarkUnreadDto): Promise<UnreadMarked> {
    return this.change(actor, async (tx, conversation, self) => {
      assertNamed(conversation, chatId);
      if (from !== null && from > conversation.lastSeq) throw new AppError('MESSAGE_NOT_FOUND');
      const isSame = self.unreadFrom === from && (from === null || self.unreadReadUpTo === self.readUpTo);
      const after = isSame
        ? self
        : { ...self, unreadFrom: from, unreadReadUpTo: self.readUpTo, unreadOwnRev: await nextOwnRev(tx, self) };
      if (!isSame) await writeUnread(tx, [conversation.id, actor.userId, from, after.unreadOwnRev]);
      conversation.members.set(actor.userId, after);
      const answer = {
        from,
        readUpTo: after.unreadReadUpTo,
        ownRev: after.unreadOwnRev,
        unread: await this.history.unreadOf(tx, conversation, actor),
      };
      return isSame ? { answer } : { answer, change: unreadChange(after) };
    });
  }

  starred(actor: Actor, { cursor }: StarredQueryDto): Promise<StarredPage> {
    return this.history.inSnapshot(actor, async (tx, conversation) => {
      const { id } = conversation;
      const before = Math.min(cursor ?? Number.MAX_SAFE_INTEGER, LARGEST);
      const found = await readStarred(tx, [id, actor.userId, before, this.clock.now(), LIMITS.starredPage + 1]);
      const stars = found.slice(0, LIMITS.starredPage);
      const rows = await readThese(
        tx,
        id,
        stars.map(({ messageId }) => messageId),
      );
      const { messages } = await viewerMessages(tx, conversation, actor.userId, rows);
      const byId = new Map(messages.map((message) => [message._id, message]));
      return {
        items: stars.flatMap(({ messageId, starredAt }) => {
          const message = byId.get(messageId);
          return message && starredAt ? [{ message, starredAt: starredAt.toISOString() }] : [];
        }),
        nextCursor: found.length > stars.length ? String(stars.at(-1)?.starRev) : null,
      };
    });
  }

  @OnEvent(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await eraseMarks(this.database, [userId]);
    await eraseUnreadMarks(this.database, [userId]);
  }

  private mark<Answer>(
    actor: Actor,
    messageId: string,
    work: (tx: Tx, message: MessageRow, mark: MarkRow, conversation: ConversationRow) => Promise<Marked<Answer>>,
  ): Promise<Answer> {
    return this.change(actor, async (tx, conversation) => {
      const message = await readOne(tx, conversation.id, messageId);
      if (!message) throw new AppError('MESSAGE_NOT_FOUND');
      const [mark] = await readMarks(tx, conversation.id, actor.userId, [message.seq]);
      const none: MarkRow = { messageId: message.id, seq: message.seq, starredAt: null, hidden: false, ownRev: 0 };
      return work(tx, message, mark ?? none, conversation);
    });
  }

  private async write(tx: Tx, { chatId, seq, id }: MessageRow, { userId }: Actor, mark: MarkRow): Promise<MarkRow> {
    const ownRev = await nextOwnRev(tx, { chatId, userId });
    await writeMark(tx, [chatId, userId, seq, id, mark.starredAt, mark.hidden, ownRev]);
    return { ...mark, ownRev };
  }

  /** Works in the caller's turn, under the lock of the caller's member row, and pushes the change to the caller's devices after the commit. */
  private async change<Answer>({ userId }: Actor, work: Work<Answer>): Promise<Answer> {
    const { chatId, answer, change } = await this.turns.take(userId, () =>
      this.database.transaction(async (tx) => {
        const found = await readActive(tx, userId);
        if (!found) throw new AppError('NO_PARTNER');
        await lockMember(tx, found.id, userId);
        // Read again under the lock: another device may have marked meanwhile.
        const conversation = await readActive(tx, userId);
        const self = conversation?.members.get(userId);
        if (!conversation || !self || conversation.id !== found.id) throw new AppError('NO_PARTNER');
        return { chatId: conversation.id, ...(await work(tx, conversation, self)) };
      }),
    );
    if (change) this.live.push(ownMarked, { chatId, userId, change });
    return answer;
  }
}

/** The maximum of an `integer` column. */
const LARGEST = 2_147_483_647;

/** @throws AppError NO_PARTNER after the conversation has ended */
async function nextOwnRev(tx: Tx, { chatId, userId }: Pick<MemberRow, 'chatId' | 'userId'>): Promise<number> {
  const [row] = await takeOwnRev(tx, [chatId, userId]);
  if (!row) throw new AppError('NO_PARTNER');
  return row.ownRev;
}
