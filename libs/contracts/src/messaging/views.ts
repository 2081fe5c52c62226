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

export interface QuoteView {
  _id: string;
  seq: number;
  sender: MessageSender;
  content: string;
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

/** One change of a conversation: a message's or a read marker's whole new state. */
export type ConversationChange =
  | { kind: 'message'; rev: number; message: MessageView }
  | { kind: 'marker'; rev: number; marker: ReadMarkerView };

/** A page of history, ascending by seq, taken in one snapshot at revision `asOf`. */
export interface ConversationPage {
  chatId: string;
  messages: MessageView[];
  markers: ReadMarkerView[];
  asOf: number;
  hasMore: boolean;
  unread: number;
}

/** Every change after a revision, in order; `upTo` is where to go on, `asOf` the conversation's revision. */
export interface SyncPage {
  chatId: string;
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
