export const MESSAGE_TYPES = ['text', 'image', 'video', 'voice', 'file'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export type MessageStatus = 'sending' | 'sent' | 'delivered' | 'read' | 'failed';
export type VoiceStatus = 'processing' | 'ready' | 'played' | 'failed';

export interface MessageSender {
  _id: string;
  firstName: string;
  username: string;
}

export interface AttachmentView {
  url: string;
  filename: string;
  size: number;
  mimeType: string;
  thumbnail?: string;
  duration?: number;
  waveform?: number[];
}

export interface ReactionView {
  emoji: string;
  user: string;
}

/**
 * The message that a reply answers, shortened, as of its own `rev`. A later change of that message does not change
 * the reply: whoever holds the message itself shows that instead (`visibleMessages` does).
 */
export interface QuoteView {
  _id: string;
  seq: number;
  rev: number;
  sender: MessageSender;
  content: string;
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
}

/** How far one person has read: every message up to and including `upTo` (a seq). It only moves forward. */
export interface ReadMarkerView {
  userId: string;
  upTo: number;
  rev: number;
  readAt: string;
}

/** Answer of a send. `repeated`: this client message id had been stored before, and nothing new was. */
export interface SentMessage {
  message: MessageView;
  repeated: boolean;
}

/** One change of a conversation: a message's or a read marker's whole new state. */
export type ConversationChange =
  | { kind: 'message'; rev: number; message: MessageView }
  | { kind: 'marker'; rev: number; marker: ReadMarkerView };

/**
 * A page of history, ascending by seq, taken in one snapshot at revision `asOf`. `hasMore` looks on in the direction
 * of the query: newer messages for `after`, older ones otherwise. `unread` counts what the partner wrote past the
 * caller's marker.
 */
export interface ConversationPage {
  chatId: string;
  messages: MessageView[];
  markers: ReadMarkerView[];
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

/** Where a person's conversation stands: what a sync hint is made of. */
export interface ConversationHead {
  userId: string;
  chatId: string;
  rev: number;
}
