import type { ConversationState } from '@duet/contracts';
import { isBehind } from '@duet/contracts/plain';
import { changesAfter, conversationPage, moveMarker } from './live-calls.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import type { SocketLink } from './socket.js';

const FRESH = { subscribe: false, forceRefetch: true } as const;

/**
 * Loads the open conversation and keeps it level with the server. What is pushed is a hint, what is asked the truth.
 * `confirm` hears which conversation the server says is this person's.
 */
export function createConversation(store: LiveStore, link: SocketLink, confirm: (chatId: string) => void) {
  let syncing: Promise<void> | null = null;
  let reading: number | null = null;

  const held = (): ConversationState | null => store.getState().live.held;
  const isOpen = (chatId: string): boolean => held()?.chatId === chatId;

  async function load(chatId: string): Promise<void> {
    store.dispatch(live.loadBecame('loading'));
    const { data: page } = await store.dispatch(conversationPage.initiate({}, FRESH));
    if (!isOpen(chatId)) return;
    if (!page || page.chatId !== chatId) return void store.dispatch(live.loadBecame('failed'));
    confirm(chatId);
    store.dispatch(live.arrived({ kind: 'page', page }));
    store.dispatch(live.loadBecame('ready'));
    syncIfBehind();
  }

  /** Asks until nothing is missing. A failure waits for the next hint, at most 15 s away. */
  async function catchUp(): Promise<void> {
    for (;;) {
      const state = held();
      if (!state?.window) return;
      const { data: page } = await store.dispatch(changesAfter.initiate(state.upTo, FRESH));
      if (!page || !isOpen(state.chatId)) return;
      store.dispatch(live.arrived({ kind: 'sync', page }));
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
      if (isOpen(chatId) && store.getState().live.load !== 'failed') return;
      store.dispatch(live.opened(chatId));
      void load(chatId);
    },

    reload(): void {
      const state = held();
      if (state) void load(state.chatId);
    },

    sync,
    syncIfBehind,

    async loadOlder(): Promise<void> {
      const { older } = store.getState().live;
      const state = held();
      if (!state?.window?.hasOlder || older === 'loading') return;
      store.dispatch(live.olderBecame('loading'));
      const { data: page } = await store.dispatch(conversationPage.initiate({ before: state.window.from }, FRESH));
      if (!isOpen(state.chatId)) return;
      if (page) store.dispatch(live.arrived({ kind: 'older', page }));
      store.dispatch(live.olderBecame(page ? 'idle' : 'failed'));
      syncIfBehind();
    },

    /** Everything up to this seq has been seen. The marker only moves forward, so a repeat does no harm. */
    async markRead(userId: string, upTo: number): Promise<void> {
      const state = held();
      if (!state || (state.markers[userId]?.upTo ?? 0) >= upTo || (reading ?? 0) >= upTo) return;
      reading = upTo;
      const { chatId } = state;
      const answer = link.status() === 'connected' ? await link.wire.ask('message_read', { chatId, upTo }).catch(() => null) : null;
      const marker = answer?.ok ? answer.data : (await store.dispatch(moveMarker.initiate({ chatId, upTo }, { track: false }))).data;
      reading = null;
      if (marker) store.dispatch(live.arrived({ kind: 'change', chatId, change: { kind: 'marker', rev: marker.rev, marker } }));
      syncIfBehind();
    },
  };
}
