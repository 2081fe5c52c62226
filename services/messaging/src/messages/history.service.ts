import {
  type Actor,
  type ConversationChange,
  type ConversationPage,
  type ConversationQueryDto,
  LIMITS,
  type OwnChange,
  type OwnMarkChange,
  type OwnPage,
  type SyncPage,
  type SyncQueryDto,
  boundaryOf,
} from '@duet/contracts';
import { AppError, type Tx, inSnapshot } from '@duet/service-kit';
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
  settingsView,
  shownMarkerView,
  unreadChange,
  unreadView,
} from '../conversations/conversation.queries.js';
import { countOthers, readChanged, readRange } from './message.queries.js';
import { markChange, readHiddenSeqs, readMarksAfter, viewerMessages } from './message-mark.queries.js';
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
      const isNewest = to === conversation.lastSeq;
      const [rows, unread, hidden] = await Promise.all([
        from > to ? [] : readRange(tx, conversation.id, from, to),
        this.unreadOf(tx, conversation, actor),
        isNewest && readHiddenSeqs(tx, conversation.id, actor.userId),
      ]);
      const { messages, marks } = await viewerMessages(tx, conversation, actor.userId, rows);
      return {
        chatId: conversation.id,
        messages,
        markers: [...conversation.members.values()].map((member) => markerFor(actor.userId, member)),
        settings: settingsView(conversation),
        asOf: conversation.lastRev,
        hasMore,
        unread,
        own: {
          changes: [ownMarkerChange(self)],
          marks: [...unreadMark(self), ...marks],
          ...(hidden && { hidden }),
          asOf: self.ownRev,
        },
      };
    });
  }

  /** The shared changes after one cursor and the caller's own changes after another. */
  sync(actor: Actor, { after, ownAfter, limit = LIMITS.syncPage }: SyncQueryDto): Promise<SyncPage> {
    return this.inSnapshot(actor, async (tx, conversation) => {
      const { id, lastRev, members } = conversation;
      const self = selfOf(conversation, actor);
      const from = Math.min(after, lastRev);
      const [rows, own] = await Promise.all([
        readChanged(tx, id, from, limit + 1),
        ownAfter === undefined ? undefined : readOwnPage(tx, self, ownAfter, limit),
      ]);
      const { messages: views } = await viewerMessages(tx, conversation, actor.userId, rows);
      const messages = views.map((message): ConversationChange => ({ kind: 'message', rev: message.rev, message }));
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
      if (own) return { ...page, own };
      return hasMore ? page : { ...page, changes: [...changes, ...hiddenMarker(self, lastRev)] };
    });
  }

  unread(actor: Actor): Promise<{ count: number }> {
    return this.inSnapshot(actor, async (tx, conversation) => ({
      count: await this.unreadOf(tx, conversation, actor),
    }));
  }

  /** Counts among the newest thousand only, so that an abandoned conversation costs little; without unread messages it runs no query. */
  async unreadOf(tx: Tx, conversation: ConversationRow, actor: Pick<Actor, 'userId'>): Promise<number> {
    const { id, lastSeq } = conversation;
    const self = selfOf(conversation, actor);
    const readUpTo = boundaryOf(self.readUpTo, unreadView(self));
    return readUpTo >= lastSeq
      ? 0
      : countOthers(tx, id, Math.max(readUpTo, lastSeq - LIMITS.unreadCounted), self.userId);
  }

  /** @throws AppError NO_PARTNER when the person has no active conversation */
  inSnapshot<Answer>(
    { userId }: Pick<Actor, 'userId'>,
    read: (tx: Tx, conversation: ConversationRow) => Promise<Answer>,
  ): Promise<Answer> {
    return inSnapshot(this.database, async (tx) => {
      const conversation = await readActive(tx, userId);
      if (!conversation) throw new AppError('NO_PARTNER');
      return read(tx, conversation);
    });
  }
}

function selfOf({ members }: ConversationRow, { userId }: Pick<Actor, 'userId'>): MemberRow {
  const self = members.get(userId);
  // Unreachable: the conversation was found by this member.
  if (!self) throw new TypeError('a conversation lacks its reader');
  return self;
}

const unreadMark = (self: MemberRow): OwnMarkChange[] => (self.unreadOwnRev > 0 ? [unreadChange(self)] : []);

/** The own changes after a cursor. Clients of the previous build read `changes` alone, and follow `upTo` past the marks. */
async function readOwnPage(tx: Tx, self: MemberRow, ownAfter: number, limit: number): Promise<OwnPage> {
  const after = Math.min(ownAfter, self.ownRev);
  const marked = after < self.ownRev ? await readMarksAfter(tx, [self.chatId, self.userId, after, limit + 1]) : [];
  const due = [ownMarkerChange(self), ...unreadMark(self), ...marked.map(markChange)]
    .filter(({ ownRev }) => ownRev > after)
    .toSorted((a, b) => a.ownRev - b.ownRev);
  const sent = due.slice(0, limit);
  const hasMore = sent.length < due.length;
  return {
    after: ownAfter,
    changes: sent.filter((change): change is OwnChange => change.kind === 'marker'),
    marks: sent.filter((change): change is OwnMarkChange => change.kind !== 'marker'),
    upTo: hasMore ? (sent.at(-1)?.ownRev ?? after) : self.ownRev,
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
