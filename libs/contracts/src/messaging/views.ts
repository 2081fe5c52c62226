/** A `notice` is a line that the server writes when somebody changes how the conversation works. */
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
 * A file of a message. `url` and `thumbnail` name it and need a bearer token or a signed link (`mediaLinks`); they stay
 * the same for as long as the file exists. `size` is in bytes, `width` and `height` in pixels as shown upright,
 * `duration` in seconds, `waveform` 20 peaks from 0 to 1, `blur` a tiny picture as a data URL, `transcript` a voice note's
 * words as the speaker's device heard them.
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

/**
 * What the page behind the first link of a text says of itself: cut, and words only. `url` is the message's own link, not
 * one that the page claims. The picture is ours and is loaded like an attachment.
 */
export interface LinkPreviewView {
  url: string;
  siteName: string;
  title: string;
  description: string | null;
  image?: Required<Pick<AttachmentView, 'id' | 'url' | 'width' | 'height' | 'blur'>>;
}

/**
 * What a notice tells: the sender changed after how many seconds messages disappear; null: never. With `fromStart` nobody
 * changed anything: the conversation began with it, because it is what the sender has set for new ones.
 */
export interface NoticeView {
  kind: 'disappearing';
  seconds: number | null;
  fromStart?: true;
}

export interface ReactionView {
  emoji: string;
  user: string;
}

/**
 * The message that a reply answers, shortened, as of its own `rev`. A later change of that message does not change
 * the reply: whoever holds the message itself shows that instead (`messagesOf` does).
 */
export interface QuoteView {
  _id: string;
  seq: number;
  rev: number;
  sender: MessageSender;
  content: string;
  /** A picture, a voice note or a file has no words of its own: it is shown by its kind. */
  messageType: MessageType;
  deletedAt: string | null;
}

/**
 * A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's
 * revision at its last change. `isRead` and `status` are as of that rev; a later read marker moves them on.
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
  /** When it disappears, for both; from then on it is a tombstone that nobody shows. */
  expiresAt: string | null;
  notice: NoticeView | null;
  /** Of the first link of a text, once there is one. */
  preview: LinkPreviewView | null;
}

/**
 * How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`,
 * never less). Both only move forward. As far as receipts are switched off, others see the marker where it stood.
 */
export interface ReadMarkerView {
  userId: string;
  upTo: number;
  deliveredUpTo: number;
  rev: number;
  readAt: string;
}

/** Answer of a send. `repeated`: this client message id had been stored before, and nothing new was. */
export interface SentMessage {
  message: MessageView;
  repeated: boolean;
}

/** After how many seconds messages may disappear: an hour, a day, 7 days, 30 days. */
export const DISAPPEAR_AFTER = [3_600, 86_400, 604_800, 2_592_000] as const;
export type DisappearAfter = (typeof DISAPPEAR_AFTER)[number];

/** What both partners have agreed on: messages disappear this many seconds after they were sent; null: never. */
export interface ConversationSettingsView {
  disappearAfter: number | null;
  rev: number;
}

/** One change of a conversation: the whole new state of a message, of a read marker or of the settings. */
export type ConversationChange =
  | { kind: 'settings'; rev: number; settings: ConversationSettingsView }
  | { kind: 'message'; rev: number; message: MessageView }
  | { kind: 'marker'; rev: number; marker: ReadMarkerView };

/**
 * A page of history, ascending by seq, taken in one snapshot at revision `asOf`. `hasMore` looks on in the direction
 * of the query: newer messages for `after`, older ones otherwise. `unread` counts what the partner wrote past the
 * caller's marker, among the newest `LIMITS.unreadCounted` messages.
 */
export interface ConversationPage {
  chatId: string;
  messages: MessageView[];
  markers: ReadMarkerView[];
  settings: ConversationSettingsView;
  asOf: number;
  hasMore: boolean;
  unread: number;
}

/**
 * Every change after the revision `after`, in order; `upTo` is where to go on, `asOf` the conversation's revision.
 * What changed more than once appears once, in its last state.
 */
export interface SyncPage {
  chatId: string;
  after: number;
  changes: ConversationChange[];
  upTo: number;
  asOf: number;
  hasMore: boolean;
}

/**
 * Where a person's conversation stands: what a sync hint is made of. `shows` says what may pass between the two: true
 * while both have it switched on.
 */
export interface ConversationHead {
  userId: string;
  chatId: string;
  rev: number;
  shows: { typing: boolean; online: boolean };
}

/** What a person has begun to write, as of `version`; an empty `content` is no draft. */
export interface DraftView {
  chatId: string;
  content: string;
  replyTo: string | null;
  version: number;
  updatedAt: string;
}

/**
 * A text that the server sends at a minute of the sender's clock: `at` is `YYYY-MM-DDTHH:MM` in `timezone`, `sendAt` the
 * instant this means today. It keeps the id that the message will have for its client.
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
}

/** A message of this day in an earlier year. `date` (YYYY-MM-DD) is by the couple's clock; 29 February counts as the 28th in a year without one. */
export interface OnThisDayItem {
  yearsAgo: number;
  date: string;
  message: MessageView;
}

/** Whether a person wants to be shown earlier years. */
export interface OnThisDayChoice {
  enabled: boolean;
}

/**
 * What the two said on this day in earlier years, the latest year first; nothing while it is switched off. `day`
 * (YYYY-MM-DD) is today by the couple's clock, `until` the instant at which tomorrow begins.
 */
export interface OnThisDayView extends OnThisDayChoice {
  day: string;
  until: string;
  items: OnThisDayItem[];
}

/** What a person does not want to be shown again: a message, or the days from `from` to `to` (YYYY-MM-DD, both included). */
export type OnThisDayExclusion = { _id: string } & ({ kind: 'message'; message: QuoteView; sentAt: string } | { kind: 'period'; from: string; to: string });

/** The latest first. */
export interface OnThisDayExclusions extends OnThisDayChoice {
  exclusions: OnThisDayExclusion[];
}
