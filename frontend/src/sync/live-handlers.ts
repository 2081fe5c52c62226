import type { NotificationKind, PartnerActivity, ServerToClientEvents } from '@duet/contracts';
import type { baseApi } from '../api/base-api.js';
import type { LiveStore } from './live-store.js';
import type { Wire } from './socket-wire.js';

export type Tags = Parameters<typeof baseApi.util.invalidateTags>[0];

/** The tags that each kind of the partner's activities makes stale. */
export type ActivityTags = Partial<Record<PartnerActivity['kind'], Tags>>;

/** The updates that the engine handles itself: the conversation, presence, typing and the connection. */
type EngineEvent =
  | 'authenticated'
  | 'authentication_error'
  | 'new_message'
  | 'messages_read'
  | 'own_updated'
  | 'own_marked'
  | 'reaction_updated'
  | 'message_status_update'
  | 'voice_status_update'
  | 'conversation_settings_updated'
  | 'draft_updated'
  | 'sync_hint'
  | 'user_online'
  | 'user_offline'
  | 'online_users'
  | 'last_seen'
  | 'user_typing';

/** The socket link handles these two itself. */
type ConnectionEvent = 'authenticated' | 'authentication_error';

export type EngineHandlers = Pick<ServerToClientEvents, Exclude<EngineEvent, ConnectionEvent>>;

/** One handler for each live update that the engine leaves to features: a new kind without a handler does not compile. */
export type FeatureHandlers = Omit<ServerToClientEvents, EngineEvent>;

/** A sentence for the user that no component shows. */
export interface Toast {
  kind: 'live' | 'error';
  text: string;
}

/** The tools of a feature's handler. */
export interface LiveTools {
  dispatch: LiveStore['dispatch'];
  /** Marks answers of the server as stale, and reloads those on the screen. */
  invalidate: (tags: Tags) => void;
  showToast: (toast: Toast) => void;
  /** Shows a sentence of this kind, unless the person's settings silence such toasts now. */
  toast: (kind: NotificationKind, text: string) => void;
  isSelf: (userId: string | undefined) => boolean;
  /** Reloads the user's account, to which no page subscribes. */
  reloadAccount: () => void;
  /** Drops the loaded conversation, because the couple has ended. */
  forgetConversation: () => void;
}

/** The contributions of features to the engine. */
export interface LiveFeatures {
  handlers: (tools: LiveTools) => FeatureHandlers;
  /** Stale once the couple has changed without an update. */
  linkTags: Tags;
  /** Dropped once the user has no partner any more. */
  coupleTags: Tags;
  /** Stale after a reconnect, because it has no catch-up of its own. */
  reconnectTags: Tags;
}

/** Attaches each handler to its event. */
export function attach<Event extends keyof ServerToClientEvents>(
  wire: Wire,
  handlers: Pick<ServerToClientEvents, Event>,
): void {
  for (const event in handlers) wire.on(event, handlers[event]);
}
