import { type ConversationState, LIMITS, OPEN_END, isGone, islandOf, messageAt, newestSeq } from '@duet/contracts/plain';
import { conversationPage, type PagePlace } from './live-calls.js';
import { islandAt, live } from './live-state.js';
import type { LiveStore } from './live-store.js';

const FRESH = { subscribe: false, forceRefetch: true } as const;

/** So many messages are kept near to the reader and at the end once there are more than `MOST`. */
const MOST = 20_000;
const NEAR = 5_000;

function firstOfPartner(state: ConversationState, self: string, after: number): number | null {
  const { to } = islandOf(state, after + 1) ?? { to: after };
  for (let seq = after + 1; seq <= Math.min(to, newestSeq(state)); seq += 1) {
    const message = messageAt(state, seq);
    if (message && message.sender._id !== self && !isGone(message, Date.now())) return seq;
  }
  return null;
}

/** The ways through a long conversation: on in both directions, to any message, and back to the end. */
export function createReading(store: LiveStore, caughtUp: () => void) {
  /** Where the reader stood when the page was taken away. */
  let stood: { chatId: string; seq: number } | null = null;

  const held = (): ConversationState | null => store.getState().live.held;
  const shown = () => {
    const state = held();
    return state && islandAt(state, store.getState().live.place.seq);
  };

  /** @returns whether it is loaded now. The conversation may have been closed meanwhile. */
  async function read(place: PagePlace): Promise<boolean> {
    const chatId = held()?.chatId;
    const { data: page } = await store.dispatch(conversationPage.initiate(place, FRESH));
    if (!page || page.chatId !== chatId || held()?.chatId !== chatId) return false;
    store.dispatch(live.arrived({ kind: 'history', page }));
    caughtUp();
    return true;
  }

  /** Lets go of what is far from where the reader now reads. */
  function release(seq: number): void {
    const state = held();
    const most = state?.islands.reduce((sum, { from, to }) => sum + Math.min(to, newestSeq(state)) - from + 1, 0) ?? 0;
    if (!state || most <= MOST) return;
    store.dispatch(live.released([{ from: seq - NEAR, to: seq + NEAR }, { from: Math.max(newestSeq(state) - LIMITS.conversationPageMax, 1), to: OPEN_END }]));
  }

  /** The first message of the partner's that this person has not read, loading it where it lies far back. */
  async function firstUnread(self: string): Promise<number | null> {
    const state = held();
    const readUpTo = state?.markers[self]?.upTo ?? 0;
    if (!state || readUpTo >= newestSeq(state)) return null;
    const isHeld = islandOf(state, readUpTo + 1) !== undefined || (await read({ around: readUpTo + 1, limit: LIMITS.conversationPageMax }));
    const now = held();
    return isHeld && now ? firstOfPartner(now, self, readUpTo) : null;
  }

  return {
    /** Takes the reader to where reading goes on: the first unread message, else where they stood, else the end. */
    async begin(self: string): Promise<void> {
      const unread = await firstUnread(self);
      const state = held();
      const back = state && stood?.chatId === state.chatId && islandOf(state, stood.seq) ? stood.seq : null;
      stood = null;
      store.dispatch(live.unreadBegins(unread));
      if (unread === null && back !== null) store.dispatch(live.cameBack(back));
      else store.dispatch(live.went(unread));
    },

    /** The page goes, not the reader: the next begin leads back. */
    standsAt(seq: number): void {
      const chatId = held()?.chatId;
      stood = chatId === undefined ? null : { chatId, seq };
    },

    async loadOlder(): Promise<void> {
      const island = shown();
      if (!island || island.from === 1 || store.getState().live.older === 'loading') return;
      const { stretch } = store.getState().live.place;
      store.dispatch(live.olderBecame('loading'));
      const isThere = await read({ before: island.from, limit: LIMITS.conversationPageMax });
      if (store.getState().live.place.stretch !== stretch) return;
      store.dispatch(live.olderBecame(isThere ? 'idle' : 'failed'));
      if (isThere) release(island.from);
    },

    async loadNewer(): Promise<void> {
      const island = shown();
      if (!island || island.to === OPEN_END || store.getState().live.newer === 'loading') return;
      const { stretch } = store.getState().live.place;
      store.dispatch(live.newerBecame('loading'));
      const isThere = await read({ after: island.to, limit: LIMITS.conversationPageMax });
      if (store.getState().live.place.stretch !== stretch) return;
      store.dispatch(live.newerBecame(isThere ? 'idle' : 'failed'));
      if (isThere) release(island.to);
    },

    /** To a message that was searched for, is quoted or pinned: only what is around it is loaded. */
    async goTo(seq: number): Promise<void> {
      const state = held();
      if (!state || state.since === null) return;
      const isThere = islandOf(state, seq) !== undefined;
      if (!isThere) {
        store.dispatch(live.findingBecame('loading'));
        const isRead = await read({ around: seq, limit: LIMITS.conversationPageMax });
        store.dispatch(live.findingBecame(isRead ? 'idle' : 'failed'));
        if (!isRead) return;
      }
      store.dispatch(live.went(seq));
    },

    toLatest: (): void => void store.dispatch(live.went(null)),
  };
}
