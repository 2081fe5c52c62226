import type { RpcFailure } from '../core/errors.js';
import type { ConversationSettingsView, DraftView, MessageView, ReactionView, ReadMarkerView, VoiceStatus } from '../messaging/views.js';
import type { UserStatus } from './socket-inputs.js';

export interface SyncHint {
  chatId: string;
  rev: number;
}

export interface PartnerActivity {
  kind: string;
  by?: { _id: string; firstName: string };
  entity: { type: string; id: string; title?: string };
  /** Of a profile: the names of what is new, not the words themselves. */
  changed?: string[];
  at: string;
}

export interface NotificationView {
  id: string;
  type: 'info' | 'warning' | 'success' | (string & {});
  message: string;
  timestamp: string;
  link: string | null;
  entity?: { type: string; id: string };
  readAt: string | null;
}

/** What the server sends. A conversation's events carry `chatId` and `rev`: they are hints, `sync` is the truth. */
export interface ServerToClientEvents {
  authenticated: (data: { userId: string }) => void;
  authentication_error: (data: { code: string }) => void;
  new_message: (data: MessageView) => void;
  messages_read: (data: { chatId: string; readBy: string; rev: number; marker: ReadMarkerView }) => void;
  reaction_updated: (data: { chatId: string; rev: number; messageId: string; reactions: ReactionView[]; message: MessageView }) => void;
  message_status_update: (data: { chatId: string; rev: number; messageId: string; status: 'deleted' | 'edited' | 'pinned' | 'unpinned' | 'previewed'; message: MessageView }) => void;
  voice_status_update: (data: { chatId: string; rev: number; messageId: string; status: VoiceStatus; userId: string; message: MessageView }) => void;
  conversation_settings_updated: (data: { chatId: string; rev: number; settings: ConversationSettingsView }) => void;
  draft_updated: (data: DraftView) => void;
  scheduled_updated: (data: { chatId: string }) => void;
  on_this_day_updated: (data: { chatId: string }) => void;
  sync_hint: (data: SyncHint) => void;
  user_online: (data: { userId: string }) => void;
  user_offline: (data: { userId: string }) => void;
  online_users: (data: string[]) => void;
  user_typing: (data: { chatId: string; userId: string; username: string; isTyping: boolean }) => void;
  partner_linked: (data: { firstName: string; chatId: string }) => void;
  partner_activity: (data: PartnerActivity) => void;
  notification: (data: NotificationView) => void;
}

/** Every acknowledged socket call ends in one of these. */
export type Ack<T> = { ok: true; data: T } | { ok: false; failure: RpcFailure };

type Acknowledge<T> = (answer: Ack<T>) => void;

export interface SocketSend {
  chatId?: string;
  content: string;
  messageType?: 'text';
  clientMessageId?: string;
  replyTo?: string;
}

/** What the client sends. */
export interface ClientToServerEvents {
  join_room: (data: { chatId: string }, ack?: Acknowledge<{ chatId: string }>) => void;
  leave_room: (data: { chatId: string }, ack?: Acknowledge<{ chatId: string }>) => void;
  send_message: (data: SocketSend, ack?: Acknowledge<MessageView>) => void;
  typing: (data: { chatId: string; isTyping: boolean }) => void;
  toggle_reaction: (data: { messageId: string; emoji: string }, ack?: Acknowledge<MessageView>) => void;
  message_read: (data: { chatId: string; upTo?: number }, ack?: Acknowledge<ReadMarkerView>) => void;
  message_delivered: (data: { chatId: string; upTo: number }) => void;
  user_status: (data: { status: UserStatus }, ack?: Acknowledge<{ status: UserStatus }>) => void;
}
