import type { ConversationState } from '@duet/contracts';
import { isBehind, messageAt, newestSeq } from '@duet/contracts/plain';
import { changesAfter, conversationPage } from './live-calls.js';
import { createMarkers } from './live-markers.js';
import { createReading } from './live-reading.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { session } from './session.js';
import type { SocketLink } from './socket.js';

const FRESH = { subscribe: false, forceRefetch: true } as const;

/**
 * Loads the open conversation and keeps it level with the server. What is pushed is a hint, what is asked the truth.
 * `confirm` hears which conversation the server says is this person's.
 */
export function createConversation(store: LiveStore, link: SocketLink, confirm: (chatId: string) => void) {
  let syncing: Promise<void> | null = null;

  const held = (): ConversationState | null => store.getState().live.held;
  const isOpen = (chatId: string): boolean => held()?.chatId === chatId;
  const self = (): string => session.get().user?._id ?? '';
  const markers = createMarkers(store, link, syncIfBehind);
  const reading = createReading(store, syncIfBehind);

  async function load(chatId: string): Promise<void> {
    store.dispatch(live.loadBecame('loading'));
    const { data: page } = await store.dispatch(conversationPage.initiate({}, FRESH));
    if (!isOpen(chatId)) return;
    if (!page || page.chatId !== chatId) return void store.dispatch(live.loadBecame('failed'));
    confirm(chatId);
    store.dispatch(live.arrived({ kind: 'page', page }));
    await reading.begin(self());
    if (!isOpen(chatId)) return;
    store.dispatch(live.loadBecame('ready'));
    hasArrived();
    syncIfBehind();
  }

  /** What came by a page or a catch-up has reached this device as well. */
  function hasArrived(): void {
    const state = held();
    if (!state) return;
    const known = state.markers[self()]?.deliveredUpTo ?? 0;
    for (let seq = newestSeq(state); seq > known; seq -= 1) {
      const message = messageAt(state, seq);
      if (message && message.sender._id !== self()) return markers.delivered(state.chatId, seq);
    }
  }

  /** Asks until nothing is missing. A failure waits for the next hint, at most 15 s away. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const state = held();
      if (!state || state.since === null) return;
      const { data: page } = await store.dispatch(changesAfter.initiate(state.upTo, FRESH));
      if (!page || !isOpen(state.chatId)) return;
      store.dispatch(live.arrived({ kind: 'sync', page }));
      hasArrived();
      const after = held();
      if (!page.hasMore && !(after && isBehind(after) && after.upTo > state.upTo)) return;
    }
  }

  /** Also when nothing is known to be missing: after a time without connection. */
  function sync(): void {
    syncing ??= catchUp().finally(() => {
      syncing = null;
    });
  }

  function syncIfBehind(): void {
    const state = held();
    if (state && isBehind(state)) sync();
  }

  return {
    /** The listener is attached already and has a place to fold into before the first answer. */
    open(chatId: string): void {
      const { load: reached } = store.getState().live;
      if (isOpen(chatId) && reached === 'ready') return void reading.begin(self());
      if (isOpen(chatId) && reached === 'loading') return;
      if (!isOpen(chatId)) markers.forget();
      store.dispatch(live.opened(chatId));
      void load(chatId);
    },

    reload(): void {
      const state = held();
      if (state) void load(state.chatId);
    },

    sync,
    syncIfBehind,
    loadOlder: reading.loadOlder,
    loadNewer: reading.loadNewer,
    goTo: reading.goTo,
    toLatest: reading.toLatest,
    standsAt: reading.standsAt,
    markRead: markers.markRead,
    delivered: markers.delivered,
    forget: markers.forget,
  };
}
