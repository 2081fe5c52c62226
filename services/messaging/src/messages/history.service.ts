import { type Actor, type ConversationChange, type ConversationPage, type ConversationQueryDto, LIMITS, type MessageHits, type SearchMessagesDto, type SyncPage, type SyncQueryDto } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ConversationState, markerFor, readActive, settingsView } from '../conversations/conversation.rows.js';
import { countOthers, readChanged, readMatching, readRange } from './message.rows.js';
import { messageView } from './message.view.js';
import { searchWords } from './search-words.js';
import { seqRange } from './seq-range.js';

/** An answer must fit into one message of the bus, whose limit is raised to 8 MB; half of that is plenty. */
const SYNC_BYTES = 4 * 1024 * 1024;

/** Reads of a conversation, each in one snapshot: everything in an answer is as of its `asOf`. */
@Injectable()
export class HistoryService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  page(actor: Actor, query: ConversationQueryDto): Promise<ConversationPage> {
    return this.inSnapshot(actor, async (tx, conversation) => {
      const { from, to, hasMore } = seqRange(query, conversation.lastSeq);
      const rows = from > to ? [] : await readRange(tx, conversation.id, from, to);
      return {
        chatId: conversation.id,
        messages: rows.map((row) => messageView(row, conversation.members)),
        markers: [...conversation.members.values()].map((member) => markerFor(actor.userId, member)),
        settings: settingsView(conversation),
        asOf: conversation.lastRev,
        hasMore,
        unread: await this.unreadOf(tx, conversation, actor),
      };
    });
  }

  sync(actor: Actor, { after, limit = LIMITS.syncPage }: SyncQueryDto): Promise<SyncPage> {
    return this.inSnapshot(actor, async (tx, conversation) => {
      const { id, lastRev, members } = conversation;
      const from = Math.min(after, lastRev);
      const rows = await readChanged(tx, id, from, limit + 1);
      const messages = rows.map((row): ConversationChange => ({ kind: 'message', rev: row.rev, message: messageView(row, members) }));
      const markers = [...members.values()]
        .filter((member) => member.readRev > from)
        .map((member): ConversationChange => ({ kind: 'marker', rev: member.readRev, marker: markerFor(actor.userId, member) }));
      const settings = settingsView(conversation);
      const agreed: ConversationChange[] = settings.rev > from ? [{ kind: 'settings', rev: settings.rev, settings }] : [];
      const due = [...messages, ...markers, ...agreed].toSorted((a, b) => a.rev - b.rev);
      const changes = due.slice(0, fitting(due, limit));
      const hasMore = changes.length < due.length;
      return { chatId: id, after, changes, upTo: hasMore ? (changes.at(-1)?.rev ?? from) : lastRev, asOf: lastRev, hasMore };
    });
  }

  search(actor: Actor, { q, before, limit = LIMITS.conversationPage }: SearchMessagesDto): Promise<MessageHits> {
    return this.inSnapshot(actor, async (tx, { id, lastSeq, members }) => {
      const words = await searchWords(tx, id, q);
      const rows = words ? await readMatching(tx, id, words, before ?? lastSeq + 1, limit + 1) : [];
      return { messages: rows.slice(0, limit).map((row) => messageView(row, members)), hasMore: rows.length > limit };
    });
  }

  unread(actor: Actor): Promise<{ count: number }> {
    return this.inSnapshot(actor, async (tx, conversation) => ({ count: await this.unreadOf(tx, conversation, actor) }));
  }

  /** Among the newest thousand: what was read costs nothing, and what nobody reads any more not much. */
  private async unreadOf(tx: Tx, { id, lastSeq, members }: ConversationState, { userId }: Actor): Promise<number> {
    const readUpTo = members.get(userId)?.readUpTo ?? 0;
    return readUpTo >= lastSeq ? 0 : countOthers(tx, id, Math.max(readUpTo, lastSeq - LIMITS.unreadCounted), userId);
  }

  /** @throws AppError NO_PARTNER when the person has no active conversation */
  inSnapshot<Answer>({ userId }: Actor, read: (tx: Tx, conversation: ConversationState) => Promise<Answer>): Promise<Answer> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      await tx.query('SET TRANSACTION READ ONLY');
      const conversation = await readActive(tx, userId);
      if (!conversation) throw new AppError('NO_PARTNER');
      return read(tx, conversation);
    });
  }
}

/** How many of these changes one answer carries: at least one, and no more than the bus takes. */
function fitting(changes: readonly ConversationChange[], limit: number): number {
  let bytes = 0;
  const over = changes.findIndex((change, index) => {
    bytes += Buffer.byteLength(JSON.stringify(change));
    return index >= limit || (index > 0 && bytes > SYNC_BYTES);
  });
  return over === -1 ? changes.length : over;
}
