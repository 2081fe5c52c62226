import { quoteOf } from '../src/messaging/quotes.js';
import type { ConversationChange, ConversationPage, MessageView, ReadMarkerView, SyncPage } from '../src/messaging/views.js';

export const CHAT = '0b3b1f0e-0000-4000-8000-000000000001';
export const PEOPLE = ['ada', 'ben'] as const;
export type Person = (typeof PEOPLE)[number];

/** What two people can do to a conversation. `at` chooses one of the messages that are there. */
export type Act =
  | { kind: 'send'; by: Person; replyTo?: number }
  | { kind: 'edit' | 'delete'; at: number }
  | { kind: 'react'; by: Person; at: number }
  | { kind: 'read'; by: Person; at: number };

interface Stored {
  seq: number;
  rev: number;
  by: Person;
  content: string;
  reactions: Person[];
  replyTo: number | null;
  deleted: boolean;
}

interface Snapshot {
  messages: readonly Stored[];
  markers: Record<Person, { upTo: number; rev: number }>;
}

const AT = '2026-11-21T00:00:00.000Z';
const sender = (by: Person) => ({ _id: by, firstName: by, username: by });

/** The conversation as the service keeps it, at every revision it ever had: the reference that clients are held to. */
export class ConversationModel {
  private readonly snapshots: Snapshot[] = [{ messages: [], markers: { ada: { upTo: 0, rev: 0 }, ben: { upTo: 0, rev: 0 } } }];
  /** The change of revision n is at n - 1. */
  readonly changes: ConversationChange[] = [];

  get rev(): number {
    return this.changes.length;
  }

  act(act: Act): void {
    const now = this.at(this.rev);
    const rev = this.rev + 1;
    if (act.kind === 'send') {
      const seq = now.messages.length + 1;
      const replyTo = act.replyTo === undefined || seq === 1 ? null : (act.replyTo % (seq - 1)) + 1;
      this.put({ ...now, messages: [...now.messages, { seq, rev, by: act.by, content: `m${seq}`, reactions: [], replyTo, deleted: false }] }, seq);
    } else if (now.messages.length > 0) {
      this.change(now, act, (act.at % now.messages.length) + 1, rev);
    }
  }

  private change(now: Snapshot, act: Exclude<Act, { kind: 'send' }>, seq: number, rev: number): void {
    if (act.kind === 'read') {
      if (seq <= now.markers[act.by].upTo) return;
      this.snapshots.push({ ...now, markers: { ...now.markers, [act.by]: { upTo: seq, rev } } });
      this.changes.push({ kind: 'marker', rev, marker: this.markerView(act.by, this.at(rev)) });
      return;
    }
    const alter = (message: Stored): Stored => {
      if (act.kind === 'react') {
        const isThere = message.reactions.includes(act.by);
        return { ...message, rev, reactions: isThere ? message.reactions.filter((by) => by !== act.by) : [...message.reactions, act.by] };
      }
      if (act.kind === 'edit') return { ...message, rev, content: `${message.content}'` };
      return { ...message, rev, content: '', reactions: [], replyTo: null, deleted: true };
    };
    if (now.messages[seq - 1]?.deleted) return;
    this.put({ ...now, messages: now.messages.map((message) => (message.seq === seq ? alter(message) : message)) }, seq);
  }

  private put(next: Snapshot, seq: number): void {
    this.snapshots.push(next);
    const rev = this.rev + 1;
    const message = this.messages(rev).find((one) => one.seq === seq);
    if (message) this.changes.push({ kind: 'message', rev, message });
  }

  private at(rev: number): Snapshot {
    const snapshot = this.snapshots[rev];
    if (!snapshot) throw new RangeError(`no revision ${rev}`);
    return snapshot;
  }

  /** Every message as a fresh read at this revision shows it. */
  messages(rev = this.rev): MessageView[] {
    const snapshot = this.at(rev);
    return snapshot.messages.map((message) => {
      const isRead = PEOPLE.some((person) => person !== message.by && snapshot.markers[person].upTo >= message.seq);
      const quoted = message.replyTo === null ? undefined : snapshot.messages[message.replyTo - 1];
      return {
        ...this.bare(message),
        replyTo: quoted ? quoteOf(this.bare(quoted)) : null,
        isRead,
        status: isRead ? 'read' : 'sent',
      };
    });
  }

  private bare({ seq, rev, by, content, reactions, deleted }: Stored): MessageView {
    const id = `message-${seq}`;
    return {
      _id: id,
      id,
      chatId: CHAT,
      seq,
      rev,
      clientMessageId: `client-${seq}`,
      sender: sender(by),
      content,
      messageType: 'text',
      attachments: [],
      replyTo: null,
      reactions: reactions.map((user) => ({ emoji: '👍', user })),
      isRead: false,
      status: 'sent',
      voiceStatus: null,
      createdAt: AT,
      editedAt: null,
      deletedAt: deleted ? AT : null,
      pinnedAt: null,
      expiresAt: null,
      notice: null,
    };
  }

  private markerView(userId: Person, { markers }: Snapshot): ReadMarkerView {
    return { userId, upTo: markers[userId].upTo, deliveredUpTo: markers[userId].upTo, rev: markers[userId].rev, readAt: AT };
  }

  /** What `GET /messages/conversation` answers now, for the seqs below `before`. */
  page(limit: number, before = Number.POSITIVE_INFINITY): ConversationPage {
    const all = this.messages();
    const to = Math.min(before - 1, all.length);
    const from = Math.max(to - limit, 0);
    const markers = PEOPLE.map((person) => this.markerView(person, this.at(this.rev)));
    return { chatId: CHAT, messages: all.slice(from, to), markers, settings: { disappearAfter: null, rev: 0 }, asOf: this.rev, hasMore: from > 0 && to > 0, unread: 0 };
  }

  /** What `GET /messages/sync` answers now. */
  sync(after: number, limit: number): SyncPage {
    const messages = this.messages().map((message): ConversationChange => ({ kind: 'message', rev: message.rev, message }));
    const markers = PEOPLE.map((person) => this.markerView(person, this.at(this.rev))).map((marker): ConversationChange => ({ kind: 'marker', rev: marker.rev, marker }));
    const due = [...messages, ...markers].filter(({ rev }) => rev > after).toSorted((a, b) => a.rev - b.rev);
    const changes = due.slice(0, limit);
    const hasMore = changes.length < due.length;
    return { chatId: CHAT, after, changes, upTo: hasMore ? (changes.at(-1)?.rev ?? after) : this.rev, asOf: this.rev, hasMore };
  }
}
