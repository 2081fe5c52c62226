import {
  type ClientConversation,
  LIMITS,
  OPEN_END,
  isGone,
  loadedRangeAt,
  messageAt,
  newestSeq,
} from '@duet/contracts/plain';
import { FRESH, answerOf } from '../api/base-api.js';
import { readUpToOf } from './read-up-to.js';
import { conversationPage, type PagePlace } from './live-calls.js';
import { loadedRangeOrEnd, live } from './live-state.js';
import type { LiveStore } from './live-store.js';

/** Above `MAX_LOADED` messages, only those near the reader and at the end stay loaded. */
const MAX_LOADED = 20_000;
const LOADED_AROUND_READER = 5_000;

function firstOfPartner(state: ClientConversation, self: string, after: number): number | null {
  const { to } = loadedRangeAt(state, after + 1) ?? { to: after };
  for (let seq = after + 1; seq <= Math.min(to, newestSeq(state)); seq += 1) {
    const message = messageAt(state, seq);
    if (message && message.sender._id !== self && !isGone(message, Date.now())) return seq;
  }
  return null;
}

/** Navigation in a long conversation: paging in both directions, jumps to any message, and back to the end. */
export function createReading(store: LiveStore, caughtUp: () => void) {
  /** The reading position when the list was unmounted. */
  let rememberedPlace: { chatId: string; seq: number } | null = null;
  /** Counts the jumps that the reader began: an answer that comes after a later jump moves nothing. */
  let jumps = 0;

  const current = (): ClientConversation | null => store.getState().live.conversation;
  const shown = () => {
    const state = current();
    return state && loadedRangeOrEnd(state, store.getState().live.place.seq);
  };

  /** @returns whether the page is loaded. The conversation may have been closed meanwhile. */
  async function loadPage(place: PagePlace): Promise<boolean> {
    const chatId = current()?.chatId;
    const { data: page } = await answerOf(store.dispatch(conversationPage.initiate(place, FRESH)));
    if (!page || page.chatId !== chatId || current()?.chatId !== chatId) return false;
    store.dispatch(live.arrived({ kind: 'history', page }));
    caughtUp();
    return true;
  }

  /** Unloads messages far from the reader. */
  function unloadFarFrom(seq: number): void {
    const state = current();
    const most = state?.ranges.reduce((sum, { from, to }) => sum + Math.min(to, newestSeq(state)) - from + 1, 0) ?? 0;
    if (!state || most <= MAX_LOADED) return;
    store.dispatch(
      live.released([
        { from: seq - LOADED_AROUND_READER, to: seq + LOADED_AROUND_READER },
        { from: Math.max(newestSeq(state) - LIMITS.conversationPageMax, 1), to: OPEN_END },
      ]),
    );
  }

  /** The seq of the partner's first unread message; loads it if necessary. */
  async function firstUnread(self: string): Promise<number | null> {
    const state = current();
    const readUpTo = state ? readUpToOf(state, self) : 0;
    if (!state || readUpTo >= newestSeq(state)) return null;
    const isLoaded =
      loadedRangeAt(state, readUpTo + 1) !== undefined ||
      (await loadPage({ around: readUpTo + 1, limit: LIMITS.conversationPageMax }));
    const now = current();
    return isLoaded && now ? firstOfPartner(now, self, readUpTo) : null;
  }

  function arriveAt(seq: number | null): void {
    store.dispatch(live.findingBecame('idle'));
    store.dispatch(live.went(seq));
  }

  return {
    /**
     * Moves to the first unread message, else to the remembered position, else to the end.
     * @param staysElse the reader looks at the conversation already: nothing moves without an unread message
     */
    async begin(self: string, { staysElse = false } = {}): Promise<void> {
      const jumpsBefore = jumps;
      const unread = await firstUnread(self);
      const state = current();
      const back =
        state && rememberedPlace?.chatId === state.chatId && loadedRangeAt(state, rememberedPlace.seq)
          ? rememberedPlace.seq
          : null;
      rememberedPlace = null;
      store.dispatch(live.unreadBegins(unread));
      if ((unread === null && staysElse) || jumps !== jumpsBefore) return;
      if (unread === null && back !== null) store.dispatch(live.cameBack(back));
      else store.dispatch(live.went(unread));
    },

    /** Remembers the reading position for the next `begin`. */
    rememberPlace(seq: number): void {
      const chatId = current()?.chatId;
      rememberedPlace = chatId === undefined ? null : { chatId, seq };
    },

    async loadOlder(): Promise<void> {
      const range = shown();
      if (!range || range.from === 1 || store.getState().live.older === 'loading') return;
      const { rangeChanges } = store.getState().live.place;
      store.dispatch(live.olderBecame('loading'));
      const isThere = await loadPage({ before: range.from, limit: LIMITS.conversationPageMax });
      if (store.getState().live.place.rangeChanges !== rangeChanges) return;
      store.dispatch(live.olderBecame(isThere ? 'idle' : 'failed'));
      if (isThere) unloadFarFrom(range.from);
    },

    async loadNewer(): Promise<void> {
      const range = shown();
      if (!range || range.to === OPEN_END || store.getState().live.newer === 'loading') return;
      const { rangeChanges } = store.getState().live.place;
      store.dispatch(live.newerBecame('loading'));
      const isThere = await loadPage({ after: range.to, limit: LIMITS.conversationPageMax });
      if (store.getState().live.place.rangeChanges !== rangeChanges) return;
      store.dispatch(live.newerBecame(isThere ? 'idle' : 'failed'));
      if (isThere) unloadFarFrom(range.to);
    },

    /** Moves to any message; loads only the page around it. */
    async goTo(seq: number): Promise<void> {
      const state = current();
      if (!state || state.since === null) return;
      const jump = (jumps += 1);
      if (loadedRangeAt(state, seq) === undefined) {
        store.dispatch(live.findingBecame('loading'));
        const isRead = await loadPage({ around: seq, limit: LIMITS.conversationPageMax });
        if (jump !== jumps || current()?.chatId !== state.chatId) return;
        if (!isRead) return void store.dispatch(live.findingBecame('failed'));
      }
      arriveAt(seq);
    },

    toLatest(): void {
      jumps += 1;
      arriveAt(null);
    },
  };
}
