import {
  type Actor,
  type ConversationChange,
  type ConversationPage,
  type ConversationQueryDto,
  LIMITS,
  type MessageHits,
  type OwnChange,
  type OwnPage,
  type SearchMessagesDto,
  type SyncPage,
  type SyncQueryDto,
} from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type ConversationRow,
  type MemberRow,
  markerFor,
  markerView,
  ownMarkerChange,
  readActive,
  setReadOnly,
  settingsView,
  shownMarkerView,
} from '../conversations/conversation.queries.js';
import { countOthers, readChanged, readMatching, readRange } from './message.queries.js';
import { messageView } from './message.view.js';
import { searchWords } from './search-word.queries.js';
import { seqRange } from './seq-range.js';

/** The size limit of a sync page in bytes: half of the bus's limit of 8 MB per message. */
const SYNC_BYTES = 4 * 1024 * 1024;

/** Reads of a conversation, each in one snapshot: an answer is exact for its `asOf`. */
@Injectable()
export class HistoryService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  page(actor: Actor, query: ConversationQueryDto): Promise<ConversationPage> {
    return this.inSnapshot(actor, async (tx, conversation) => {
      const self = selfOf(conversation, actor);
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
        own: { changes: ownChanges(self), asOf: self.ownRev },
      };
    });
  }

  /** The shared changes after one cursor and the caller's own changes after another. */
  sync(actor: Actor, { after, ownAfter, limit = LIMITS.syncPage }: SyncQueryDto): Promise<SyncPage> {
    return this.inSnapshot(actor, async (tx, conversation) => {
      const { id, lastRev, members } = conversation;
      const self = selfOf(conversation, actor);
      const from = Math.min(after, lastRev);
      const rows = await readChanged(tx, id, from, limit + 1);
      const messages = rows.map((row): ConversationChange => ({
        kind: 'message',
        rev: row.rev,
        message: messageView(row, members),
      }));
      const markers = [...members.values()]
        .filter((member) => member.readRev > from)
        .map((member): ConversationChange => ({
          kind: 'marker',
          rev: member.readRev,
          marker: ownAfter === undefined ? markerFor(actor.userId, member) : shownMarkerView(member),
        }));
      const settings = settingsView(conversation);
      const agreed: ConversationChange[] =
        settings.rev > from ? [{ kind: 'settings', rev: settings.rev, settings }] : [];
      const due = [...messages, ...markers, ...agreed].toSorted((a, b) => a.rev - b.rev);
      const changes = due.slice(0, fitting(due, limit));
      const hasMore = changes.length < due.length;
      const page = {
        chatId: id,
        after,
        changes,
        upTo: hasMore ? (changes.at(-1)?.rev ?? from) : lastRev,
        asOf: lastRev,
        hasMore,
      };
      if (ownAfter !== undefined) return { ...page, own: ownPage(self, ownAfter, limit) };
      return hasMore ? page : { ...page, changes: [...changes, ...hiddenMarker(self, lastRev)] };
    });
  }

  search(actor: Actor, { q, before, limit = LIMITS.conversationPage }: SearchMessagesDto): Promise<MessageHits> {
    return this.inSnapshot(actor, async (tx, { id, lastSeq, members }) => {
      const words = await searchWords(tx, id, q);
      const rows = words
        ? await readMatching(tx, id, words, Math.min(before ?? lastSeq + 1, lastSeq + 1), limit + 1)
        : [];
      return { messages: rows.slice(0, limit).map((row) => messageView(row, members)), hasMore: rows.length > limit };
    });
  }

  unread(actor: Actor): Promise<{ count: number }> {
    return this.inSnapshot(actor, async (tx, conversation) => ({
      count: await this.unreadOf(tx, conversation, actor),
    }));
  }

  /** Counts among the newest thousand only, so that an abandoned conversation costs little; without unread messages it runs no query. */
  private async unreadOf(tx: Tx, conversation: ConversationRow, actor: Actor): Promise<number> {
    const { id, lastSeq } = conversation;
    const { readUpTo, userId } = selfOf(conversation, actor);
    return readUpTo >= lastSeq ? 0 : countOthers(tx, id, Math.max(readUpTo, lastSeq - LIMITS.unreadCounted), userId);
  }

  /** @throws AppError NO_PARTNER when the person has no active conversation */
  inSnapshot<Answer>(
    { userId }: Pick<Actor, 'userId'>,
    read: (tx: Tx, conversation: ConversationRow) => Promise<Answer>,
  ): Promise<Answer> {
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      await setReadOnly(tx);
      const conversation = await readActive(tx, userId);
      if (!conversation) throw new AppError('NO_PARTNER');
      return read(tx, conversation);
    });
  }
}

function selfOf({ members }: ConversationRow, { userId }: Actor): MemberRow {
  const self = members.get(userId);
  // Unreachable: the conversation was found by this member.
  if (!self) throw new TypeError('a conversation lacks its reader');
  return self;
}

/** All own state as its last changes, in the order of own revisions. */
const ownChanges = (self: MemberRow): OwnChange[] => [ownMarkerChange(self)];

function ownPage(self: MemberRow, ownAfter: number, limit: number): OwnPage {
  const after = Math.min(ownAfter, self.ownRev);
  const due = ownChanges(self).filter(({ ownRev }) => ownRev > after);
  const changes = due.slice(0, limit);
  const hasMore = changes.length < due.length;
  return {
    after: ownAfter,
    changes,
    upTo: hasMore ? (changes.at(-1)?.ownRev ?? after) : self.ownRev,
    asOf: self.ownRev,
    hasMore,
  };
}

/** Clients of the previous build have no own cursor, so the last page of each sync repeats a hidden marker. */
const hiddenMarker = (self: MemberRow, rev: number): ConversationChange[] =>
  self.readUpTo > self.shownUpTo || self.deliveredUpTo > self.shownDeliveredUpTo
    ? [{ kind: 'marker', rev, marker: markerView(self) }]
    : [];

/** How many of these changes fit into one answer; at least one. */
function fitting(changes: readonly ConversationChange[], limit: number): number {
  let bytes = 0;
  const over = changes.findIndex((change, index) => {
    bytes += Buffer.byteLength(JSON.stringify(change));
    return index >= limit || (index > 0 && bytes > SYNC_BYTES);
  });
  return over === -1 ? changes.length : over;
}
