import { quoteOf } from '../src/messaging/quotes.js';
import type { ConversationChange, ConversationPage, ConversationSettingsView, MessageView, ReadMarkerView, SyncPage } from '../src/messaging/views.js';

export const CHAT = '0b3b1f0e-0000-4000-8000-000000000001';
export const PEOPLE = ['ada', 'ben'] as const;
export type Person = (typeof PEOPLE)[number];

/** What two people can do to a conversation. `at` chooses one of the messages that are there. */
export type Act =
  | { kind: 'send'; by: Person; replyTo?: number }
  | { kind: 'edit' | 'delete' | 'pin'; at: number }
  | { kind: 'react'; by: Person; at: number }
  | { kind: 'read' | 'deliver'; by: Person; at: number }
  /** A day, or never again. */
  | { kind: 'disappear'; on: boolean };

interface Stored {
  seq: number;
  rev: number;
  by: Person;
  content: string;
  reactions: Person[];
  replyTo: number | null;
  deleted: boolean;
  pinned: boolean;
}

interface Marker {
  upTo: number;
  deliveredUpTo: number;
  rev: number;
}

/** Where a page lies; the newest without any of them. */
export type Where = { before?: number; after?: number; around?: number };


interface Snapshot {
  messages: readonly Stored[];
  markers: Record<Person, Marker>;
  settings: ConversationSettingsView;
}

const DAY = 24 * 60 * 60;
const unread: Marker = { upTo: 0, deliveredUpTo: 0, rev: 0 };
const AT = '2026-11-21T00:00:00.000Z';
const sender = (by: Person) => ({ _id: by, firstName: by, username: by });

/** The conversation as the service keeps it, at every revision it ever had: the reference that clients are held to. */
export class ConversationModel {
  private readonly snapshots: Snapshot[] = [{ messages: [], markers: { ada: unread, ben: unread }, settings: { disappearAfter: null, rev: 0 } }];
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
      this.put({ ...now, messages: [...now.messages, { seq, rev, by: act.by, content: `m${seq}`, reactions: [], replyTo, deleted: false, pinned: false }] }, seq);
    } else if (act.kind === 'disappear') {
      this.disappear(now, act.on ? DAY : null, rev);
    } else if (now.messages.length > 0) {
      this.change(now, act, (act.at % now.messages.length) + 1, rev);
    }
  }

  private disappear(now: Snapshot, disappearAfter: number | null, rev: number): void {
    if (now.settings.disappearAfter === disappearAfter) return;
    const settings = { disappearAfter, rev };
    this.snapshots.push({ ...now, settings });
    this.changes.push({ kind: 'settings', rev, settings });
  }

  private move(now: Snapshot, by: Person, marker: Marker): void {
    this.snapshots.push({ ...now, markers: { ...now.markers, [by]: marker } });
    this.changes.push({ kind: 'marker', rev: marker.rev, marker: this.markerView(by, this.at(marker.rev)) });
  }

  private change(now: Snapshot, act: Exclude<Act, { kind: 'send' | 'disappear' }>, seq: number, rev: number): void {
    if (act.kind === 'read' || act.kind === 'deliver') {
      const { upTo, deliveredUpTo } = now.markers[act.by];
      if (seq > (act.kind === 'read' ? upTo : deliveredUpTo)) this.move(now, act.by, { upTo: act.kind === 'read' ? seq : upTo, deliveredUpTo: Math.max(seq, deliveredUpTo), rev });
      return;
    }
    const alter = (message: Stored): Stored => {
      if (act.kind === 'react') {
        const isThere = message.reactions.includes(act.by);
        return { ...message, rev, reactions: isThere ? message.reactions.filter((by) => by !== act.by) : [...message.reactions, act.by] };
      }
      if (act.kind === 'pin') return { ...message, rev, pinned: !message.pinned };
      if (act.kind === 'edit') return { ...message, rev, content: `${message.content}'` };
      return { ...message, rev, content: '', reactions: [], replyTo: null, deleted: true, pinned: false };
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
      const reached = (how: 'upTo' | 'deliveredUpTo') => PEOPLE.some((person) => person !== message.by && snapshot.markers[person][how] >= message.seq);
      const isRead = reached('upTo');
      const quoted = message.replyTo === null ? undefined : snapshot.messages[message.replyTo - 1];
      return {
        ...this.bare(message),
        replyTo: quoted ? quoteOf(this.bare(quoted)) : null,
        isRead,
        status: isRead ? 'read' : reached('deliveredUpTo') ? 'delivered' : 'sent',
      };
    });
  }

  private bare({ seq, rev, by, content, reactions, deleted, pinned }: Stored): MessageView {
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
      pinnedAt: pinned ? AT : null,
      expiresAt: null,
      notice: null,
      preview: null,
    };
  }

  private markerView(userId: Person, { markers }: Snapshot): ReadMarkerView {
    return { userId, ...markers[userId], readAt: AT };
  }

  /** What `GET /messages/conversation` answers now. */
  page(limit: number, where: Where = {}): ConversationPage {
    const all = this.messages();
    const { from, to } = rangeOf(limit, where, all.length);
    const markers = PEOPLE.map((person) => this.markerView(person, this.at(this.rev)));
    const hasMore = where.after === undefined ? from > 0 && to > 0 : to < all.length;
    return { chatId: CHAT, messages: all.slice(from, to), markers, settings: this.at(this.rev).settings, asOf: this.rev, hasMore, unread: 0 };
  }

  /** What `GET /messages/sync` answers now. */
  sync(after: number, limit: number): SyncPage {
    const messages = this.messages().map((message): ConversationChange => ({ kind: 'message', rev: message.rev, message }));
    const markers = PEOPLE.map((person) => this.markerView(person, this.at(this.rev))).map((marker): ConversationChange => ({ kind: 'marker', rev: marker.rev, marker }));
    const { settings } = this.at(this.rev);
    const due = [...messages, ...markers, { kind: 'settings' as const, rev: settings.rev, settings }].filter(({ rev }) => rev > after).toSorted((a, b) => a.rev - b.rev);
    const changes = due.slice(0, limit);
    const hasMore = changes.length < due.length;
    return { chatId: CHAT, after, changes, upTo: hasMore ? (changes.at(-1)?.rev ?? after) : this.rev, asOf: this.rev, hasMore };
  }
}

/** The places of a page, the end not included. */
function rangeOf(limit: number, { before = Number.POSITIVE_INFINITY, after, around }: Where, length: number): { from: number; to: number } {
  if (after !== undefined) return { from: Math.min(after, length), to: Math.min(after + limit, length) };
  const to = around === undefined ? Math.min(before - 1, length) : Math.min(length, Math.max(limit, around + Math.ceil(limit / 2) - 1));
  return { from: Math.max(to - limit, 0), to };
}
