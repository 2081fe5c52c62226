import type { ClientConversation } from '@duet/contracts';
import { isBehind, markerOf, messageAt, newestSeq, readBoundary } from '@duet/contracts/plain';
import { FRESH, answerOf } from '../api/base-api.js';
import { type SyncPlace, changesAfter, conversationPage, putUnread } from './live-calls.js';
import { createMarkers } from './live-markers.js';
import { createReading } from './live-reading.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { session } from '../platform/session/session.js';
import type { SocketLink } from './socket.js';

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
  const isKept = (): boolean => store.getState().live.load === 'kept';
  /** Whether the server has not brought the conversation up to date yet. */
  const isUnproven = (): boolean => isKept() || store.getState().live.load === 'failed';
  let proving: Promise<void> | null = null;
  /** How far the user has read in what this device keeps. */
  let readWhileKept = 0;
  /** The user marked the conversation as unread: nothing is read until they come back to it. */
  let isHeld = false;
  const self = (): string => session.get().user?._id ?? '';
  const markers = createMarkers(store, link, syncIfBehind);
  const reading = createReading(store, syncIfBehind);

  /** Goes on from what this device keeps. After a long absence the newest page is less than all changes. */
  async function prove(chatId: string): Promise<void> {
    const state = current();
    if (!state) return;
    const { data: page } = await answerOf(store.dispatch(changesAfter.initiate(syncPlace(state), FRESH)));
    if (!isOpen(chatId) || !isKept() || !page) return;
    if (page.chatId !== chatId || page.hasMore || page.own?.hasMore) return load(chatId);
    confirm(chatId);
    store.dispatch(live.arrived({ kind: 'sync', page }));
    await reading.begin(self(), { staysElse: true });
    becomeReady(chatId);
  }

  function becomeReady(chatId: string): void {
    if (!isOpen(chatId)) return;
    store.dispatch(live.loadBecame('ready'));
    reportDelivered();
    if (readWhileKept > 0) void markers.markRead(self(), readWhileKept);
    readWhileKept = 0;
    syncIfBehind();
  }

  /** Loads the newest page. A failure leaves what this device keeps on the screen. */
  async function load(chatId: string): Promise<void> {
    if (!isKept()) store.dispatch(live.loadBecame('loading'));
    const { data: page } = await answerOf(store.dispatch(conversationPage.initiate({}, FRESH)));
    if (!isOpen(chatId)) return;
    if (!page || page.chatId !== chatId) {
      if (!isKept()) store.dispatch(live.loadBecame('failed'));
      return;
    }
    confirm(chatId);
    store.dispatch(isKept() ? live.begun(page) : live.arrived({ kind: 'page', page }));
    await reading.begin(self());
    becomeReady(chatId);
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
      const { data: page } = await answerOf(store.dispatch(changesAfter.initiate(syncPlace(state), FRESH)));
      // Another conversation is the user's now: its changes would never catch this one up.
      if (page?.chatId !== state.chatId || !isOpen(state.chatId)) return;
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
    if (isUnproven()) return reload();
    syncing ??= catchUp().finally(() => {
      syncing = null;
    });
  }

  /** Marks the conversation as unread from a message on; null takes that back. @returns whether the server has it */
  async function markUnread(from: number | null): Promise<boolean> {
    const chatId = current()?.chatId;
    if (chatId === undefined) return false;
    isHeld = from !== null;
    const { data } = await store.dispatch(putUnread.initiate({ chatId, from }, { track: false }));
    if (!data || !isOpen(chatId)) {
      isHeld = false;
      return false;
    }
    const { ownRev, readUpTo } = data;
    const change = { kind: 'unread', ownRev, unread: { from, readUpTo } } as const;
    store.dispatch(live.arrived({ kind: 'own', chatId, change }));
    if (from !== null) store.dispatch(live.unreadBegins(from));
    syncIfBehind();
    return true;
  }

  function forget(): void {
    markers.forget();
    isHeld = false;
    readWhileKept = 0;
  }

  function syncIfBehind(): void {
    const state = current();
    if (state && isBehind(state)) sync();
  }

  function reload(): void {
    const state = current();
    if (!state) return;
    if (!isKept()) return void load(state.chatId);
    proving ??= prove(state.chatId).finally(() => {
      proving = null;
    });
  }

  return {
    /** Opens the state before the first answer, so that live updates have something to fold into. */
    open(chatId: string): void {
      isHeld = false;
      const { load: reached } = store.getState().live;
      if (isOpen(chatId) && reached === 'ready') return void reading.begin(self());
      if (isOpen(chatId) && reached === 'loading') return;
      if (isOpen(chatId) && reached === 'kept') return reload();
      if (!isOpen(chatId)) forget();
      store.dispatch(live.opened(chatId));
      void load(chatId);
    },

    /** Follows the position that the server names: nothing else reports that it can answer again. */
    followHint(): void {
      if (isUnproven()) reload();
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
    async markRead(userId: string, upTo: number): Promise<void> {
      if (isHeld) return;
      if (isKept()) {
        readWhileKept = Math.max(readWhileKept, upTo);
        return;
      }
      const own = current()?.own;
      if (own?.marker && readBoundary(own) < own.marker.marker.upTo) await markUnread(null);
      await markers.markRead(userId, upTo);
    },
    markUnread,
    /** Another device marked the conversation as unread, or the user comes back to this page. */
    hold: (holds: boolean): void => void (isHeld = holds),
    delivered: markers.delivered,
    forget,
  };
}

export type LiveConversation = ReturnType<typeof createConversation>;
