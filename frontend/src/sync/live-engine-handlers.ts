import type { ConversationChange, MessageView, SyncHint } from '@duet/contracts';
import { session } from '../platform/session/session.js';
import { debounce } from './debounce.js';
import type { LiveConversation } from './live-conversation.js';
import type { EngineHandlers, Tags } from './live-handlers.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import type { MessageNotifier } from './message-notifier.js';
import { Typists } from './typists.js';

/** Statistics count messages: they are reloaded after this pause in the conversation, in milliseconds. */
const STATS_DELAY = 1_500;
/** The same for the unread count in the tab's title, in milliseconds. */
const UNREAD_DELAY = 400;

interface Engine {
  store: LiveStore;
  conversation: LiveConversation;
  notifier: MessageNotifier;
  invalidate: (tags: Tags) => void;
  /** The server named this conversation as the user's. */
  confirm: (chatId: string) => void;
  /** The couple has changed, and this page missed the update. */
  linkChanged: () => void;
}

const isSelf = (userId: string): boolean => userId === session.get().user?._id;

/** Folds live updates about the conversation, presence and typing into the store. */
export function createEngineHandlers({ store, conversation, notifier, invalidate, confirm, linkChanged }: Engine) {
  const typists = new Typists(store);
  const recount = debounce(STATS_DELAY, () => invalidate(['Stats']));
  const recountUnread = debounce(UNREAD_DELAY, () => invalidate(['Unread']));

  function changed(chatId: string, change: ConversationChange): void {
    store.dispatch(live.arrived({ kind: 'change', chatId, change }));
    conversation.syncIfBehind();
  }

  const messageChanged = (message: MessageView, rev: number): void =>
    changed(message.chatId, { kind: 'message', rev, message });

  function announce(message: MessageView): void {
    typists.typed(message.sender._id, false);
    if (isSelf(message.sender._id)) return;
    conversation.delivered(message.chatId, message.seq);
    void notifier.newMessage(message);
    recountUnread();
  }

  function hinted({ chatId, rev, ownRev }: SyncHint): void {
    const openChatId = store.getState().live.conversation?.chatId;
    confirm(chatId);
    if (openChatId !== undefined && openChatId !== chatId) linkChanged();
    store.dispatch(live.arrived({ kind: 'hint', chatId, rev, ownRev }));
    conversation.followHint();
  }

  const handlers: EngineHandlers = {
    new_message: (message) => {
      messageChanged(message, message.rev);
      announce(message);
      recount();
    },
    reaction_updated: ({ message, rev }) => messageChanged(message, rev),
    message_status_update: ({ message, rev, status }) => {
      messageChanged(message, rev);
      if (status === 'deleted') recount();
      // A deleted or edited message may be among the pinned ones, and among those of earlier years.
      invalidate(['Pinned', { type: 'OnThisDay', id: message._id }]);
    },
    voice_status_update: ({ message, rev }) => messageChanged(message, rev),
    conversation_settings_updated: ({ chatId, rev, settings }) => changed(chatId, { kind: 'settings', rev, settings }),
    messages_read: ({ chatId, rev, readBy, marker }) => {
      changed(chatId, { kind: 'marker', rev, marker });
      if (isSelf(readBy)) recountUnread();
    },
    own_updated: ({ chatId, change }) => {
      store.dispatch(live.arrived({ kind: 'own', chatId, change }));
      conversation.syncIfBehind();
      recountUnread();
    },
    own_marked: ({ chatId, change }) => {
      store.dispatch(live.arrived({ kind: 'own', chatId, change }));
      conversation.syncIfBehind();
      if (change.kind === 'unread') conversation.hold(change.unread.from !== null);
      else invalidate(['Pinned', 'Starred', { type: 'OnThisDay', id: change.mark.messageId }]);
      recountUnread();
    },
    draft_updated: (draft) => void store.dispatch(live.draftArrived(draft)),
    sync_hint: hinted,
    online_users: (ids) => void store.dispatch(live.onlineBecame(ids)),
    last_seen: (lastSeen) => void store.dispatch(live.lastSeenBecame(lastSeen)),
    user_online: ({ userId }) => void store.dispatch(live.cameOnline(userId)),
    user_offline: ({ userId }) => void store.dispatch(live.wentOffline(userId)),
    user_typing: ({ userId, isTyping }) => {
      if (!isSelf(userId)) typists.typed(userId, isTyping);
    },
  };

  return {
    handlers,
    /** Cancels pending timers. */
    stop(): void {
      typists.stop();
      recount.cancel();
      recountUnread.cancel();
    },
  };
}
