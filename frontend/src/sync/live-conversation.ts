import type { ClientConversation } from '@duet/contracts';
import { isBehind, markerOf, messageAt, newestSeq } from '@duet/contracts/plain';
import { type SyncPlace, changesAfter, conversationPage } from './live-calls.js';
import { createMarkers } from './live-markers.js';
import { createReading } from './live-reading.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { session } from '../platform/session/session.js';
import type { SocketLink } from './socket.js';

const UNCACHED = { subscribe: false, forceRefetch: true } as const;

const syncPlace = ({ upTo, own }: ClientConversation): SyncPlace =>
  own.upTo === null ? { after: upTo } : { after: upTo, ownAfter: own.upTo };

const hasAdvanced = (before: ClientConversation, now: ClientConversation): boolean =>
  now.upTo > before.upTo || (now.own.upTo ?? 0) > (before.own.upTo ?? 0);

/**
 * Loads the open conversation and keeps it in sync with the server. Live updates may be lost; answers to queries are
 * authoritative.
 * @param confirm called with the id of the conversation that the server names as the user's
 */
export function createConversation(store: LiveStore, link: SocketLink, confirm: (chatId: string) => void) {
  let syncing: Promise<void> | null = null;

  const current = (): ClientConversation | null => store.getState().live.conversation;
  const isOpen = (chatId: string): boolean => current()?.chatId === chatId;
  const hasFailed = (): boolean => store.getState().live.load === 'failed';
  const self = (): string => session.get().user?._id ?? '';
  const markers = createMarkers(store, link, syncIfBehind);
  const reading = createReading(store, syncIfBehind);

  async function load(chatId: string): Promise<void> {
    store.dispatch(live.loadBecame('loading'));
    const { data: page } = await store.dispatch(conversationPage.initiate({}, UNCACHED));
    if (!isOpen(chatId)) return;
    if (!page || page.chatId !== chatId) return void store.dispatch(live.loadBecame('failed'));
    confirm(chatId);
    store.dispatch(live.arrived({ kind: 'page', page }));
    await reading.begin(self());
    if (!isOpen(chatId)) return;
    store.dispatch(live.loadBecame('ready'));
    reportDelivered();
    syncIfBehind();
  }

  /** Reports messages from a page or a catch-up as delivered to this device. */
  function reportDelivered(): void {
    const state = current();
    if (!state) return;
    const known = markerOf(state, self())?.deliveredUpTo ?? 0;
    for (let seq = newestSeq(state); seq > known; seq -= 1) {
      const message = messageAt(state, seq);
      if (message && message.sender._id !== self()) return markers.delivered(state.chatId, seq);
    }
  }

  /** Loads changes until none are missing. After a failure the next hint, at most 15 s away, tries again. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const state = current();
      if (!state || state.since === null) return;
      const { data: page } = await store.dispatch(changesAfter.initiate(syncPlace(state), UNCACHED));
      if (!page || !isOpen(state.chatId)) return;
      store.dispatch(live.arrived({ kind: 'sync', page }));
      reportDelivered();
      const after = current();
      if (!page.hasMore && !page.own?.hasMore && !(after && isBehind(after) && hasAdvanced(state, after))) return;
    }
  }

  /**
   * Catches up even if nothing is known to be missing, for example after a reconnect. A catch-up continues a loaded
   * conversation, so one that failed to load is loaded instead.
   */
  function sync(): void {
    if (hasFailed()) return reload();
    syncing ??= catchUp().finally(() => {
      syncing = null;
    });
  }

  function syncIfBehind(): void {
    const state = current();
    if (state && isBehind(state)) sync();
  }

  function reload(): void {
    const state = current();
    if (state) void load(state.chatId);
  }

  return {
    /** Opens the state before the first answer, so that live updates have something to fold into. */
    open(chatId: string): void {
      const { load: reached } = store.getState().live;
      if (isOpen(chatId) && reached === 'ready') return void reading.begin(self());
      if (isOpen(chatId) && reached === 'loading') return;
      if (!isOpen(chatId)) markers.forget();
      store.dispatch(live.opened(chatId));
      void load(chatId);
    },

    /** Follows the position that the server names: nothing else reports that it can answer again. */
    followHint(): void {
      if (hasFailed()) reload();
      else syncIfBehind();
    },

    reload,
    sync,
    syncIfBehind,
    loadOlder: reading.loadOlder,
    loadNewer: reading.loadNewer,
    goTo: reading.goTo,
    toLatest: reading.toLatest,
    rememberPlace: reading.rememberPlace,
    markRead: markers.markRead,
    delivered: markers.delivered,
    forget: markers.forget,
  };
}

export type LiveConversation = ReturnType<typeof createConversation>;
