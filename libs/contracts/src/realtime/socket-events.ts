import type { ErrorCode, RpcFailure } from '../core/errors.js';
import type { CapsuleCompleted, CapsuleUpdated } from './capsule-updates.js';
import type { ChallengeCompleted, ChallengeStepCompleted, ChallengeUpdated } from './challenge-updates.js';
import type {
  CardView,
  ConversationSettingsView,
  DraftView,
  LastSeenView,
  MessageView,
  OwnChange,
  OwnMarkChange,
  ReactionView,
  ReadMarkerView,
  VoiceStatus,
} from '../conversation/views.js';
import type { UserStatus } from './socket-inputs.js';
import type { NoticeKind } from '../auth/notice-kinds.js';

/** The cursors of a conversation; `ownRev` is the receiver's. */
export interface SyncHint {
  chatId: string;
  rev: number;
  ownRev?: number | undefined;
}

/** The activities that the couple's list stores. */
export type ActivityKind =
  | 'linked'
  | 'unlinked'
  | 'avatar_changed'
  | 'profile_updated'
  | 'timezone_changed'
  | 'together_since_changed'
  | 'date_added'
  | 'daily_answered'
  | 'daily_revealed'
  | 'capsule_created'
  | 'capsule_sealed'
  | 'capsule_opened'
  | 'capsule_kept'
  | 'challenge_proposed'
  | 'challenge_accepted'
  | 'challenge_completed'
  | 'goal_proposed'
  | 'goal_achieved'
  | 'story_invited'
  | 'story_finished'
  | 'wish_redeemed'
  | 'wish_fulfilled'
  | 'list_created'
  | 'nudge';

/** These, and activities that only open pages need. */
export type PartnerActivityKind =
  | ActivityKind
  | 'request_received'
  | 'request_closed'
  | 'nickname_changed'
  | 'parts_changed'
  | 'date_changed'
  | 'daily_preferences'
  | 'daily_swapped'
  | 'daily_reacted'
  | 'mood_changed'
  | 'goal_changed'
  | 'goal_progressed'
  | 'goal_cheered'
  | 'list_changed'
  | 'story_changed'
  | 'story_waiting'
  | 'story_advanced'
  | 'wish_changed';

export type EntityType =
  | 'couple'
  | 'user'
  | 'partner_request'
  | 'important_date'
  | 'date_reminder'
  | 'daily_question'
  | 'capsule'
  | 'capsule_reminder'
  | 'challenge'
  | 'challenge_reminder'
  | 'restitution'
  | 'goal'
  | 'list'
  | 'wish'
  | 'story'
  | 'nudge'
  | 'mood';

/** The subject of an activity or a notification. A reminder of a capsule or challenge has the id of that. */
export interface EntityReference {
  type: EntityType;
  id: string;
}

export interface PartnerActivity {
  kind: PartnerActivityKind;
  by?: { _id: string; firstName: string };
  entity: EntityReference & { title?: string };
  /** For a profile: the names of the changed fields, without their values. */
  changed?: string[];
  /** For a list: its rev after the change. */
  rev?: number;
  at: string;
}

/** The important date or the milestone that a reminder names. */
export type ReminderSubject = { title: string; daysBefore: number } | { milestone: 'days' | 'years'; count: number };

/** The kind and the values of a notification, for a page in another language than English. */
export interface NoticeWords {
  kind: NoticeKind;
  /** First name of the person it is about; null for nobody, and once that account is deleted. */
  name: string | null;
  reminder?: ReminderSubject;
}

export interface NotificationView {
  id: string;
  type: 'info' | 'warning' | 'success';
  /** The sentence in English. */
  message: string;
  words?: NoticeWords;
  timestamp: string;
  link: string | null;
  entity?: EntityReference;
  readAt: string | null;
}

/**
 * The events that the server sends. A conversation's events carry `chatId` and `rev`, or `ownRev` for changes that only the
 * receiver sees. They may be lost; `sync` then brings the changes.
 */
export interface ServerToClientEvents {
  /**
   * The first event of an accepted connection.
   * @audience the connecting socket
   */
  authenticated: (data: { userId: string }) => void;
  /**
   * The connection is refused and closed; a new token may help.
   * @audience the connecting socket
   */
  authentication_error: (data: { code: ErrorCode }) => void;
  /** A message was sent. */
  new_message: (data: MessageView) => void;
  /** A read or delivery marker moved. */
  messages_read: (data: { chatId: string; readBy: string; rev: number; marker: ReadMarkerView }) => void;
  /** Something changed that only the receiver sees. */
  own_updated: (data: { chatId: string; ownRev: number; change: OwnChange }) => void;
  /** The receiver starred a message, deleted one for themselves, or marked the conversation as unread, on any device. */
  own_marked: (data: { chatId: string; ownRev: number; change: OwnMarkChange }) => void;
  /** A reaction was added or removed; `reactions` is the whole list. */
  reaction_updated: (data: {
    chatId: string;
    rev: number;
    messageId: string;
    reactions: ReactionView[];
    message: MessageView;
  }) => void;
  /** A message was edited, deleted, pinned, unpinned or got a preview. */
  message_status_update: (data: {
    chatId: string;
    rev: number;
    messageId: string;
    status: 'deleted' | 'edited' | 'pinned' | 'unpinned' | 'previewed';
    message: MessageView;
  }) => void;
  /** A voice note became playable, failed or was played. */
  voice_status_update: (data: {
    chatId: string;
    rev: number;
    messageId: string;
    status: VoiceStatus;
    userId: string;
    message: MessageView;
  }) => void;
  /** The settings of the conversation changed. */
  conversation_settings_updated: (data: { chatId: string; rev: number; settings: ConversationSettingsView }) => void;
  /** The draft changed on another device. */
  draft_updated: (data: DraftView) => void;
  /** The account changed: the client reads the profile again. */
  account_updated: (data: { userId: string }) => void;
  /** The scheduled texts changed: the client reads the list again. */
  scheduled_updated: (data: { chatId: string }) => void;
  /** The choices about earlier years changed: the client reads them again. */
  on_this_day_updated: (data: { chatId: string }) => void;
  /**
   * The position of the conversation, every 15 seconds and after a reconnection: a client that is behind catches up.
   * @audience one socket
   */
  sync_hint: (data: SyncHint) => void;
  /**
   * The partner has come online.
   * @audience the partner
   */
  user_online: (data: { userId: string }) => void;
  /**
   * The partner has gone offline.
   * @audience the partner
   */
  user_offline: (data: { userId: string }) => void;
  /**
   * The people whom the receiver sees online, after the connection.
   * @audience one socket
   */
  online_users: (data: string[]) => void;
  /**
   * When the partner was last online, after the connection and each change; null while either of the two hides it.
   * @audience the partner
   */
  last_seen: (data: LastSeenView | null) => void;
  /**
   * The partner types, or has stopped.
   * @audience the partner
   */
  user_typing: (data: { chatId: string; userId: string; username: string; isTyping: boolean }) => void;
  /** A couple was linked. */
  partner_linked: (data: { firstName: string; chatId: string }) => void;
  /** Something happened between the two. */
  partner_activity: (data: PartnerActivity) => void;
  /** A capsule changed: pages that show it read it again. */
  capsule_updated: (data: CapsuleUpdated) => void;
  /** A capsule is open to both and finished. */
  capsule_completed: (data: CapsuleCompleted) => void;
  /** A challenge changed: pages that show it read it again. */
  challenge_updated: (data: ChallengeUpdated) => void;
  /** One of the two completed a step. */
  challenge_step_completed: (data: ChallengeStepCompleted) => void;
  /** A challenge is completed. It follows the step that completed it. */
  challenge_completed: (data: ChallengeCompleted) => void;
  /** A notification, for the list and as a toast. */
  notification: (data: NotificationView) => void;
}

/** The acknowledgement of a socket call. */
export type Ack<T> = { ok: true; data: T } | { ok: false; failure: RpcFailure };

type Acknowledge<T> = (answer: Ack<T>) => void;

export interface SocketSend {
  chatId?: string;
  content: string;
  sticker?: string;
  card?: CardView;
  messageType?: 'text';
  clientMessageId?: string;
  replyTo?: string;
}

/** The events that the client sends. */
export interface ClientToServerEvents {
  /** Joins the room of the conversation. */
  join_room: (data: { chatId: string }, ack?: Acknowledge<{ chatId: string }>) => void;
  /** Leaves the room of the conversation. */
  leave_room: (data: { chatId: string }, ack?: Acknowledge<{ chatId: string }>) => void;
  /**
   * Sends a text. A repeated `clientMessageId` sends nothing twice.
   * @refuses NO_PARTNER IDEMPOTENCY_MISMATCH MESSAGE_NOT_FOUND CONVERSATION_NOT_FOUND
   */
  send_message: (data: SocketSend, ack?: Acknowledge<MessageView>) => void;
  /** Says that the person types, or has stopped. */
  typing: (data: { chatId: string; isTyping: boolean }) => void;
  /** Adds or removes a reaction. */
  toggle_reaction: (data: { messageId: string; emoji: string }, ack?: Acknowledge<MessageView>) => void;
  /** Moves the read marker forward, to the end without `upTo`. */
  message_read: (data: { chatId: string; upTo?: number }, ack?: Acknowledge<ReadMarkerView>) => void;
  /** Moves the delivery marker forward. */
  message_delivered: (data: { chatId: string; upTo: number }) => void;
  /** Hides the person from the partner (`away`), or shows both again (`online`). */
  user_status: (data: { status: UserStatus }, ack?: Acknowledge<{ status: UserStatus }>) => void;
}
