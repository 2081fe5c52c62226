/** A `notice` is a system message: a line that the server adds when a member changes the conversation's settings. */
export const MESSAGE_TYPES = ['text', 'image', 'video', 'voice', 'file', 'notice'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export type MessageStatus = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
export type VoiceStatus = 'processing' | 'ready' | 'played' | 'failed';

export interface MessageSender {
  _id: string;
  firstName: string;
  username: string;
}

export const ATTACHMENT_KINDS = ['image', 'video', 'voice', 'file'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

/**
 * A file of a message. `url` and `thumbnail` require a bearer token or a signed link (`mediaLinks`) and never
 * change. `size` is in bytes, `width` and `height` in pixels as shown upright,
 * `duration` in seconds, `waveform` 20 peaks from 0 to 1, `blur` a tiny picture as a data URL, `transcript` a voice note's
 * transcript from the speaker's device.
 */
export interface AttachmentView {
  id: string;
  kind: AttachmentKind;
  url: string;
  filename: string;
  size: number;
  mimeType: string;
  thumbnail?: string;
  blur?: string;
  width?: number;
  height?: number;
  duration?: number;
  waveform?: number[];
  transcript?: string;
}

/** The picture of a link preview, with the fields of an attachment. */
export interface PreviewImageView {
  id: string;
  url: string;
  width: number;
  height: number;
  blur: string;
}

/**
 * The preview of a text's first link: texts of the page, shortened. `url` is the message's link, not one that the page
 * claims. The picture is a copy in this installation and is loaded like an attachment.
 */
export interface LinkPreviewView {
  url: string;
  siteName: string;
  title: string;
  description: string | null;
  image?: PreviewImageView;
}

/**
 * The content of a system message: the sender set after how many seconds messages disappear; null: never. With
 * `fromStart` the conversation began with it, by the sender's setting for new conversations.
 */
export interface SystemMessageView {
  kind: 'disappearing';
  seconds: number | null;
  fromStart?: true;
}

export interface ReactionView {
  emoji: string;
  user: string;
}

/**
 * The message that a reply answers, shortened, as of its `rev`. A later change of that message does not change the reply;
 * a client that has loaded the message shows its current state (`messagesOf`).
 */
export interface QuoteView {
  _id: string;
  seq: number;
  rev: number;
  sender: MessageSender;
  content: string;
  /** Empty for pictures, voice notes and files, which are shown by their type. */
  messageType: MessageType;
  /** As in a message. The previous build does not send it. */
  sticker?: string | null;
  deletedAt: string | null;
}

/** A thing of the couple. The viewer loads it by its own call, and may find that it is gone. */
export interface CardView {
  type: string;
  id: string;
}

/**
 * A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's
 * revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them.
 */
export interface MessageView {
  _id: string;
  id: string;
  chatId: string;
  seq: number;
  rev: number;
  clientMessageId: string;
  sender: MessageSender;
  content: string;
  messageType: MessageType;
  /** The id of a sticker, which may be newer than the client; the content is its name. Null on tombstones. */
  sticker: string | null;
  /** The thing that the message shows, whose title is the content; its type may be newer than the client. Null on tombstones. */
  card: CardView | null;
  attachments: AttachmentView[];
  replyTo: QuoteView | null;
  reactions: ReactionView[];
  isRead: boolean;
  status: MessageStatus;
  voiceStatus: VoiceStatus | null;
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
  pinnedAt: string | null;
  /** When it disappears for both. From then on it is a tombstone that is not shown. */
  expiresAt: string | null;
  notice: SystemMessageView | null;
  /** The preview of the first link, once it is ready. */
  preview: LinkPreviewView | null;
}

/**
 * How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`,
 * never less). Both only move forward. While receipts are off, the partner sees no moves. `rev` is the revision of the last
 * move that both see. Only the owner gets `ownRev`, the own revision of the last move; the previous build does not send
 * it.
 */
export interface ReadMarkerView {
  userId: string;
  upTo: number;
  deliveredUpTo: number;
  rev: number;
  readAt: string;
  ownRev?: number;
}

/** The answer of a send. `repeated`: the client message id was stored before, and no message was added. */
export interface SentMessage {
  message: MessageView;
  repeated: boolean;
}

/** The choices for disappearing messages, in seconds: an hour, a day, 7 days, 30 days. */
export const DISAPPEAR_AFTER = [3_600, 86_400, 604_800, 2_592_000] as const;
export type DisappearAfter = (typeof DISAPPEAR_AFTER)[number];

/** The shared settings: messages disappear this many seconds after they were sent; null: never. */
export interface ConversationSettingsView {
  disappearAfter: number | null;
  rev: number;
}

/** A change of a conversation: the whole new state of a message, a read marker or the settings. */
export type ConversationChange =
  | { kind: 'settings'; rev: number; settings: ConversationSettingsView }
  | { kind: 'message'; rev: number; message: MessageView }
  | { kind: 'marker'; rev: number; marker: ReadMarkerView };

/**
 * A change that only one person sees, with the person's own revision. The partner's events, reads and revisions do not
 * reveal it.
 */
export type OwnChange = { kind: 'marker'; ownRev: number; marker: ReadMarkerView };

/** A person's marks on a message. `hidden`: deleted for this person alone, which lasts. */
export interface MessageMarkView {
  messageId: string;
  seq: number;
  starredAt: string | null;
  hidden: boolean;
}

/**
 * The seq from which a person marked the conversation as unread; null: no mark. It holds while the read marker is still at
 * `readUpTo`: reading further takes it back.
 */
export interface UnreadMarkView {
  from: number | null;
  readUpTo: number;
}

/** A mark that only its person sees, with the person's own revision. Clients of the previous build do not know it. */
export type OwnMarkChange =
  | { kind: 'message'; ownRev: number; mark: MessageMarkView }
  | { kind: 'unread'; ownRev: number; unread: UnreadMarkView };

/**
 * A person's own state in a page, as of the own revision `asOf`: the read marker, and in `marks` the unread mark and the
 * marks of the page's messages. `hidden` has the seqs of the newest messages that the person deleted for themselves
 * (`LIMITS.hiddenSeqs`); only the newest page has it. The previous build sends neither.
 */
export interface OwnSnapshot {
  changes: OwnChange[];
  marks?: OwnMarkChange[];
  hidden?: number[];
  asOf: number;
}

/** Every own change after the own revision `after`. `upTo` is the next page's `after`. */
export interface OwnPage extends Omit<OwnSnapshot, 'hidden'> {
  after: number;
  upTo: number;
  hasMore: boolean;
}

/**
 * A page of history, ascending by seq, read in one snapshot at revision `asOf`. `hasMore` is for the direction of the
 * query: newer messages for `after`, older ones otherwise. `unread` counts the partner's messages after the caller's
 * marker, among the newest `LIMITS.unreadCounted` messages.
 */
export interface ConversationPage {
  chatId: string;
  messages: MessageView[];
  markers: ReadMarkerView[];
  settings: ConversationSettingsView;
  asOf: number;
  hasMore: boolean;
  unread: number;
  /** The previous build does not send it. */
  own?: OwnSnapshot;
}

/**
 * Every change after the revision `after`, in order. `upTo` is the next page's `after`, `asOf` the conversation's revision.
 * An object that changed several times appears once, in its last state.
 */
export interface SyncPage {
  chatId: string;
  after: number;
  changes: ConversationChange[];
  upTo: number;
  asOf: number;
  hasMore: boolean;
  /** The caller's own changes, if the query has `ownAfter`. It has its own cursor and `hasMore`. */
  own?: OwnPage;
}

/**
 * The cursors of a person's conversation, for sync hints. `ownRev` is this person's. `shows` says which signals both members
 * have switched on.
 */
export interface ConversationHead {
  userId: string;
  chatId: string;
  rev: number;
  ownRev?: number;
  shows: { typing: boolean; online: boolean };
  /** The partner's, while both members share it; otherwise null. The previous build does not send it. */
  lastSeen?: LastSeenView | null;
}

/** When a person was last online, to the minute; null before the first time. */
export interface LastSeenView {
  userId: string;
  at: string | null;
}

/** A draft, as of `version`. An empty `content` is no draft. */
export interface DraftView {
  chatId: string;
  content: string;
  replyTo: string | null;
  version: number;
  updatedAt: string;
}

/**
 * A text that the server sends later. `at` is `YYYY-MM-DDTHH:MM` in `timezone`, `sendAt` the instant by today's rules of that
 * zone. `clientMessageId` becomes the message's. One that is on hold is not sent until its author changes it.
 */
export interface ScheduledMessageView {
  _id: string;
  chatId: string;
  clientMessageId: string;
  content: string;
  replyTo: QuoteView | null;
  at: string;
  timezone: string;
  sendAt: string;
  version: number;
  isOnHold?: boolean;
}

/** A message of this day in an earlier year. `date` (YYYY-MM-DD) is in the couple's time zone; 29 February counts as the 28th in a year without one. */
export interface OnThisDayItem {
  yearsAgo: number;
  date: string;
  message: MessageView;
}

/** Whether a person has earlier years switched on. */
export interface OnThisDayChoice {
  enabled: boolean;
}

/**
 * The couple's messages of this day in earlier years, latest year first; none while switched off. `day` (YYYY-MM-DD) is
 * today in the couple's time zone, `until` the instant at which tomorrow begins.
 */
export interface OnThisDayMessages extends OnThisDayChoice {
  day: string;
  until: string;
  items: OnThisDayItem[];
  /** The person's own; they hide capsules as well. */
  hiddenPeriods: OnThisDayPeriod[];
}

/** Days from `from` to `to` (YYYY-MM-DD, both included). */
export interface OnThisDayPeriod {
  from: string;
  to: string;
}

/** A hidden memory: a message, or the days from `from` to `to` (YYYY-MM-DD, both included). */
export type OnThisDayExclusion = { _id: string } & (
  { kind: 'message'; message: QuoteView; sentAt: string } | { kind: 'period'; from: string; to: string }
);

/** Latest first. */
export interface OnThisDayExclusions extends OnThisDayChoice {
  exclusions: OnThisDayExclusion[];
}
