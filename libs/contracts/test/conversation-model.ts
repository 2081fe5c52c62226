import { quoteOf } from '../src/conversation/quotes.js';
import type {
  ConversationChange,
  ConversationPage,
  ConversationSettingsView,
  MessageView,
  OwnChange,
  ReadMarkerView,
  SyncPage,
} from '../src/conversation/views.js';

export const CHAT = '0b3b1f0e-0000-4000-8000-000000000001';
export const PEOPLE = ['ada', 'ben'] as const;
export type Person = (typeof PEOPLE)[number];

/** The actions of two people in a conversation. `at` chooses an existing message. */
export type Act =
  | { kind: 'send'; by: Person; replyTo?: number }
  | { kind: 'edit' | 'delete' | 'pin'; at: number }
  | { kind: 'react'; by: Person; at: number }
  | { kind: 'read' | 'deliver'; by: Person; at: number }
  | { kind: 'receipts'; by: Person; on: boolean }
  /** Messages disappear after a day, or never. */
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

interface Place {
  upTo: number;
  deliveredUpTo: number;
}

/** A person's marker. `shown` is as the partner sees it, `rev` the revision of its last shown move. */
interface Marker extends Place {
  shown: Place;
  rev: number;
  ownRev: number;
}

/** The position of a page; the newest page without any of them. */
export type Where = { before?: number; after?: number; around?: number };

interface Snapshot {
  messages: readonly Stored[];
  markers: Record<Person, Marker>;
  receipts: Record<Person, boolean>;
  settings: ConversationSettingsView;
}

const DAY = 24 * 60 * 60;
const start: Place = { upTo: 0, deliveredUpTo: 0 };
const unread: Marker = { ...start, shown: start, rev: 0, ownRev: 0 };
const AT = '2026-11-21T00:00:00.000Z';
const sender = (by: Person) => ({ _id: by, firstName: by, username: by });

/** The reference model: a conversation as the service stores it, at every revision. */
export class ConversationModel {
  private readonly snapshots: Snapshot[] = [
    {
      messages: [],
      markers: { ada: unread, ben: unread },
      receipts: { ada: true, ben: true },
      settings: { disappearAfter: null, rev: 0 },
    },
  ];
  /** The change of revision n is at n - 1. */
  readonly changes: ConversationChange[] = [];
  /** The own change of own revision n is at n - 1. */
  readonly own: Record<Person, OwnChange[]> = { ada: [], ben: [] };

  get rev(): number {
    return this.changes.length;
  }

  act(act: Act): void {
    const now = this.at(this.rev);
    const rev = this.rev + 1;
    if (act.kind === 'send') {
      const seq = now.messages.length + 1;
      const replyTo = act.replyTo === undefined || seq === 1 ? null : (act.replyTo % (seq - 1)) + 1;
      this.put(
        {
          ...now,
          messages: [
            ...now.messages,
            { seq, rev, by: act.by, content: `m${seq}`, reactions: [], replyTo, deleted: false, pinned: false },
          ],
        },
        seq,
      );
    } else if (act.kind === 'disappear') {
      this.disappear(now, act.on ? DAY : null, rev);
    } else if (act.kind === 'receipts') {
      this.snapshots[this.rev] = { ...now, receipts: { ...now.receipts, [act.by]: act.on } };
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

  /** While receipts are off, only the own revision moves. */
  private move(now: Snapshot, by: Person, to: Place, rev: number): void {
    const before = now.markers[by];
    const ownRev = before.ownRev + 1;
    const isShown = now.receipts.ada && now.receipts.ben;
    const upTo = to.upTo > before.upTo ? to.upTo : before.shown.upTo;
    const deliveredUpTo = Math.max(
      before.shown.deliveredUpTo,
      upTo,
      to.deliveredUpTo > before.deliveredUpTo ? to.deliveredUpTo : 0,
    );
    const marker = {
      ...to,
      ownRev,
      ...(isShown ? { shown: { upTo, deliveredUpTo }, rev } : { shown: before.shown, rev: before.rev }),
    };
    this.snapshots[isShown ? rev : rev - 1] = { ...now, markers: { ...now.markers, [by]: marker } };
    if (isShown) this.changes.push({ kind: 'marker', rev, marker: this.shownMarker(by, this.at(rev)) });
    this.own[by].push({ kind: 'marker', ownRev, marker: this.ownMarker(by) });
  }

  private change(
    now: Snapshot,
    act: Exclude<Act, { kind: 'send' | 'disappear' | 'receipts' }>,
    seq: number,
    rev: number,
  ): void {
    if (act.kind === 'read' || act.kind === 'deliver') {
      const { upTo, deliveredUpTo } = now.markers[act.by];
      if (seq > (act.kind === 'read' ? upTo : deliveredUpTo))
        this.move(
          now,
          act.by,
          { upTo: act.kind === 'read' ? seq : upTo, deliveredUpTo: Math.max(seq, deliveredUpTo) },
          rev,
        );
      return;
    }
    const alter = (message: Stored): Stored => {
      if (act.kind === 'react') {
        const isThere = message.reactions.includes(act.by);
        return {
          ...message,
          rev,
          reactions: isThere ? message.reactions.filter((by) => by !== act.by) : [...message.reactions, act.by],
        };
      }
      if (act.kind === 'pin') return { ...message, rev, pinned: !message.pinned };
      if (act.kind === 'edit') return { ...message, rev, content: `${message.content}'` };
      return { ...message, rev, content: '', reactions: [], replyTo: null, deleted: true, pinned: false };
    };
    if (now.messages[seq - 1]?.deleted) return;
    this.put(
      { ...now, messages: now.messages.map((message) => (message.seq === seq ? alter(message) : message)) },
      seq,
    );
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

  /** Every message as a read at this revision returns it. */
  messages(rev = this.rev): MessageView[] {
    const snapshot = this.at(rev);
    return snapshot.messages.map((message) => {
      const reached = (how: 'upTo' | 'deliveredUpTo') =>
        PEOPLE.some((person) => person !== message.by && snapshot.markers[person].shown[how] >= message.seq);
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

  /** The messages on this person's screen, with their own read state. */
  screen(viewer: Person): MessageView[] {
    const { upTo, deliveredUpTo } = this.at(this.rev).markers[viewer];
    return this.messages().map((message) => {
      if (message.sender._id === viewer || message.seq > deliveredUpTo) return message;
      const isRead = message.seq <= upTo;
      return { ...message, isRead, status: isRead ? 'read' : 'delivered' };
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
      sticker: null,
      card: null,
    };
  }

  private shownMarker(userId: Person, { markers }: Snapshot): ReadMarkerView {
    const { shown, rev } = markers[userId];
    return { userId, ...shown, rev, readAt: AT };
  }

  ownMarker(userId: Person): ReadMarkerView {
    const { upTo, deliveredUpTo, rev, ownRev } = this.at(this.rev).markers[userId];
    return { userId, upTo, deliveredUpTo, rev, ownRev, readAt: AT };
  }

  /** The partner's marker as this person sees it. */
  partnersMarker(viewer: Person): ReadMarkerView {
    return this.shownMarker(PEOPLE.find((person) => person !== viewer) ?? viewer, this.at(this.rev));
  }

  ownRev(viewer: Person): number {
    return this.own[viewer].length;
  }

  /** The answer of `GET /messages/conversation` for this person now. */
  page(viewer: Person, limit: number, where: Where = {}): ConversationPage {
    const all = this.messages();
    const { from, to } = rangeOf(limit, where, all.length);
    const marker = this.ownMarker(viewer);
    const own = {
      changes: [{ kind: 'marker' as const, ownRev: marker.ownRev ?? 0, marker }],
      asOf: this.ownRev(viewer),
    };
    const hasMore = where.after === undefined ? from > 0 && to > 0 : to < all.length;
    return {
      chatId: CHAT,
      messages: all.slice(from, to),
      markers: [this.partnersMarker(viewer), marker],
      settings: this.at(this.rev).settings,
      asOf: this.rev,
      hasMore,
      unread: 0,
      own,
    };
  }

  /** The answer of `GET /messages/sync` for this person now. */
  sync(viewer: Person, after: number, ownAfter: number | null, limit: number): SyncPage {
    const messages = this.messages().map((message): ConversationChange => ({
      kind: 'message',
      rev: message.rev,
      message,
    }));
    const markers = PEOPLE.map((person) => this.shownMarker(person, this.at(this.rev))).map(
      (marker): ConversationChange => ({ kind: 'marker', rev: marker.rev, marker }),
    );
    const { settings } = this.at(this.rev);
    const due = [...messages, ...markers, { kind: 'settings' as const, rev: settings.rev, settings }]
      .filter(({ rev }) => rev > after)
      .toSorted((a, b) => a.rev - b.rev);
    const changes = due.slice(0, limit);
    const hasMore = changes.length < due.length;
    const page = {
      chatId: CHAT,
      after,
      changes,
      upTo: hasMore ? (changes.at(-1)?.rev ?? after) : this.rev,
      asOf: this.rev,
      hasMore,
    };
    return ownAfter === null ? page : { ...page, own: this.syncOwn(viewer, ownAfter, limit) };
  }

  /** Unlike `sync`, it lists every change, not only the last one of each object. */
  private syncOwn(viewer: Person, after: number, limit: number): NonNullable<SyncPage['own']> {
    const due = this.own[viewer].filter(({ ownRev }) => ownRev > after);
    const changes = due.slice(0, limit);
    const hasMore = changes.length < due.length;
    const asOf = this.ownRev(viewer);
    return { after, changes, upTo: hasMore ? (changes.at(-1)?.ownRev ?? after) : asOf, asOf, hasMore };
  }
}

/** The indexes of a page: `from` is included, `to` is not. */
function rangeOf(
  limit: number,
  { before = Number.POSITIVE_INFINITY, after, around }: Where,
  length: number,
): { from: number; to: number } {
  if (after !== undefined) return { from: Math.min(after, length), to: Math.min(after + limit, length) };
  const to =
    around === undefined
      ? Math.min(before - 1, length)
      : Math.min(length, Math.max(limit, around + Math.ceil(limit / 2) - 1));
  return { from: Math.max(to - limit, 0), to };
}
