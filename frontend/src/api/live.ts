import type { ConversationChange, MessageView, NotificationView, PartnerActivity, SyncHint } from '@duet/contracts';
import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { toast } from '../ui/toast-queue.js';
import { createAttention } from './attention.js';
import { baseApi } from './base-api.js';
import { connection } from './connection.js';
import { createConversation } from './live-conversation.js';
import { isInView } from './in-view.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { signOver } from './media-links.js';
import { addNotification } from './notifications.js';
import { createOutgoing } from './outgoing.js';
import { getProfile } from './profile.js';
import { session } from './session.js';
import { keepStatus, shownStatus } from './shown-status.js';
import { type LinkStatus, createLink } from './socket.js';
import type { OpenWire } from './socket-wire.js';
import { createUploads } from './uploads.js';

type Tags = Parameters<typeof baseApi.util.invalidateTags>[0];

const LINK_TAGS: Tags = ['Partner', 'Account', 'ReceivedRequests', 'SentRequests', 'Stats', 'Activity', 'Dates', 'Notifications', 'Daily', 'DailyPreferences', 'OwnQuestions'];
/** Without what only couples have: that goes with its page, and nobody may ask for it any more. */
const UNLINK_TAGS: Tags = ['Partner', 'Account', 'ReceivedRequests', 'SentRequests', { type: 'Stats', id: 'me' }];
const REQUEST_TAGS: Tags = ['Partner', 'ReceivedRequests', 'SentRequests', 'Notifications'];
const OF_A_PERSON: Record<string, Tags> = { avatar_changed: ['Partner', 'Activity'], profile_updated: ['Partner', 'Activity'] };

const SHOWN = { off: 'disconnected', connecting: 'connecting', connected: 'connected', lost: 'gaveUp' } as const satisfies Record<LinkStatus, string>;

/** The figures count messages; they are looked at once the talk rests, in milliseconds. */
const FIGURES_REST = 1_500;
/** The same for the count in the tab's title. */
const UNREAD_REST = 400;

/** What the partner's doings make stale, by kind; anything else only the list of them and the figures. */
const STALE: Record<string, Tags> = {
  daily_answered: ['Daily', 'Activity'],
  daily_revealed: ['Daily', 'Activity'],
  daily_swapped: ['Daily', 'OwnQuestions'],
  daily_reacted: ['Daily'],
  daily_preferences: ['Daily', 'DailyPreferences'],
  unlinked: UNLINK_TAGS,
  request_received: REQUEST_TAGS,
  request_closed: REQUEST_TAGS,
  together_since_changed: ['Partner', 'Stats', 'Activity', 'Dates'],
  nickname_changed: ['Partner'],
  date_added: ['Dates', 'Activity'],
  // What one was reminded of may have another name now.
  date_changed: ['Dates', 'Activity', 'Notifications'],
  timezone_changed: ['Partner', 'Stats', 'Activity', 'Dates', 'Daily', 'OnThisDay'],
  ...OF_A_PERSON,
};

/** Everything that reaches this page by itself, and everything that leaves it: one per page. */
export function createLive(store: LiveStore, open?: OpenWire) {
  const link = createLink(open);
  const conversation = createConversation(store, link, confirm);
  const attention = createAttention(store);
  const outgoing = createOutgoing(store, link);
  const uploads = createUploads(store, link, ({ chatId, content, replyTo, clientMessageId }) => outgoing.send(chatId, content, replyTo, clientMessageId));
  const typists = new Map<string, ReturnType<typeof setTimeout>>();
  const { wire } = link;
  let wasConnected = false;
  let owner = session.get().user?._id ?? null;
  let figures: ReturnType<typeof setTimeout> | undefined;
  let unread: ReturnType<typeof setTimeout> | undefined;

  const stale = (tags: Tags): void => void store.dispatch(baseApi.util.invalidateTags(tags));

  function changed(chatId: string, change: ConversationChange): void {
    store.dispatch(live.arrived({ kind: 'change', chatId, change }));
    conversation.syncIfBehind();
  }

  function messageChanged(message: MessageView, rev: number): void {
    changed(message.chatId, { kind: 'message', rev, message });
  }

  function recount(): void {
    clearTimeout(figures);
    figures = setTimeout(() => stale(['Stats']), FIGURES_REST);
  }

  function recountUnread(): void {
    clearTimeout(unread);
    unread = setTimeout(() => stale(['Unread']), UNREAD_REST);
  }

  function announce(message: MessageView): void {
    typed(message.sender._id, false);
    if (message.sender._id === session.get().user?._id) return;
    conversation.delivered(message.chatId, message.seq);
    attention.newMessage(message);
    recountUnread();
  }

  function confirm(chatId: string): void {
    if (store.getState().live.confirmed === chatId) return;
    store.dispatch(live.confirmed(chatId));
    outgoing.kick();
    uploads.kick();
  }

  /** A conversation that nobody here knows of means that the news of the link was lost. */
  function hinted({ chatId, rev }: SyncHint): void {
    const { held } = store.getState().live;
    confirm(chatId);
    if (held && held.chatId !== chatId) stale(LINK_TAGS);
    store.dispatch(live.arrived({ kind: 'hint', chatId, rev }));
    conversation.syncIfBehind();
  }

  function typed(userId: string, isTyping: boolean): void {
    clearTimeout(typists.get(userId));
    typists.delete(userId);
    if (isTyping) typists.set(userId, setTimeout(() => typed(userId, false), LIMITS.typingForget));
    if (isTyping || store.getState().live.typing.includes(userId)) store.dispatch(live.typed({ userId, isTyping }));
  }

  function forget(): void {
    conversation.forget();
    store.dispatch(live.cleared());
  }

  function partnerDid({ kind, by }: PartnerActivity): void {
    // My own doing, perhaps on another device: no page keeps asking for the account.
    if (kind in OF_A_PERSON && by?._id === session.get().user?._id) void store.dispatch(getProfile.initiate(undefined, { forceRefetch: true, subscribe: false }));
    // What the two said is no longer this person's to see; a new link loads it anew.
    if (kind === 'unlinked') forget();
    stale(STALE[kind] ?? ['Activity', 'Stats']);
  }

  function notified(notification: NotificationView): void {
    const { type, message, entity } = notification;
    store.dispatch(addNotification(notification));
    // A list that was on its way may lack it.
    stale(['Notifications']);
    // Who looks at it sees what is new there.
    if (entity && isInView(entity.id)) return;
    if (type === 'warning') toast.error(message);
    else toast.live(message);
  }

  wire.on('new_message', (message) => {
    messageChanged(message, message.rev);
    announce(message);
    recount();
  });
  wire.on('reaction_updated', ({ message, rev }) => messageChanged(message, rev));
  wire.on('message_status_update', ({ message, rev, status }) => {
    messageChanged(message, rev);
    if (status === 'deleted') recount();
    // A deleted or edited message may be among the pinned ones, and among those of earlier years.
    stale(['Pinned', { type: 'OnThisDay', id: message._id }]);
  });
  wire.on('voice_status_update', ({ message, rev }) => messageChanged(message, rev));
  wire.on('conversation_settings_updated', ({ chatId, rev, settings }) => changed(chatId, { kind: 'settings', rev, settings }));
  wire.on('scheduled_updated', () => stale(['Scheduled']));
  wire.on('on_this_day_updated', () => stale(['OnThisDay']));
  wire.on('messages_read', ({ chatId, rev, readBy, marker }) => {
    changed(chatId, { kind: 'marker', rev, marker });
    if (readBy === session.get().user?._id) recountUnread();
  });
  wire.on('draft_updated', (draft) => store.dispatch(live.draftArrived(draft)));
  wire.on('sync_hint', hinted);
  wire.on('online_users', (ids) => store.dispatch(live.onlineBecame(ids)));
  wire.on('user_online', ({ userId }) => store.dispatch(live.cameOnline(userId)));
  wire.on('user_offline', ({ userId }) => store.dispatch(live.wentOffline(userId)));
  wire.on('user_typing', ({ userId, isTyping }) => {
    if (userId !== session.get().user?._id) typed(userId, isTyping);
  });
  wire.on('partner_linked', ({ firstName }) => {
    toast.live(TEXTS.toast.partnerLinked(firstName));
    stale(LINK_TAGS);
  });
  wire.on('partner_activity', partnerDid);
  wire.on('notification', notified);

  function linkChanged(): void {
    connection.set({ state: SHOWN[link.status()], reconnect: link.reconnect });
    if (link.status() === 'connected') {
      conversation.sync();
      // All this has no catch-up of its own.
      if (wasConnected) stale([...LINK_TAGS, 'Unread', 'Scheduled', 'Draft', 'Pinned', 'OnThisDay']);
      wasConnected = true;
      return;
    }
    store.dispatch(live.onlineBecame([]));
  }

  /** Signed out here, or somebody else signed in in another tab: nothing of the first person stays. */
  function sessionChanged(): void {
    const now = session.get().user?._id ?? null;
    if (now === owner) return;
    if (owner !== null) {
      wasConnected = false;
      forget();
    }
    owner = now;
  }

  return {
    link,
    conversation,
    outgoing,
    uploads,
    signMedia: signOver(store),

    /** The person's wish to be seen online, and to see. */
    showPresence(isShown: boolean): void {
      const status = isShown ? 'online' : 'away';
      if (keepStatus(status) && link.status() === 'connected') wire.emit('user_status', { status });
    },

    start(): () => void {
      const stops = [link.subscribe(linkChanged), session.subscribe(sessionChanged), outgoing.start(), uploads.start(), link.start()];
      // A page that was in the background may have slept through news of the other.
      const askAnew = (): void => {
        if (link.status() === 'connected' && document.visibilityState === 'visible') wire.emit('user_status', { status: shownStatus() });
      };
      document.addEventListener('visibilitychange', askAnew);
      return () => {
        document.removeEventListener('visibilitychange', askAnew);
        for (const stop of stops) stop();
        for (const timer of typists.values()) clearTimeout(timer);
        clearTimeout(figures);
        clearTimeout(unread);
        conversation.forget();
      };
    },
  };
}

export type Live = ReturnType<typeof createLive>;
