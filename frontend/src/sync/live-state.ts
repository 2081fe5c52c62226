import type { ConversationPage, DraftView, LastSeenView } from '@duet/contracts';
import {
  type ClientConversation,
  type Incoming,
  type LoadedRange,
  emptyConversation,
  fold,
  loadedRangeAt,
  liveRange,
  release,
} from '@duet/contracts/plain';
import { type Draft, type PayloadAction, createSlice, original } from '@reduxjs/toolkit';

/**
 * The position that the list scrolls to; `seq` null is the end. `turn` counts the jumps, so that the same position can be
 * requested again. `rangeChanges` counts the jumps into another loaded range.
 */
export interface ReadingPlace {
  seq: number | null;
  turn: number;
  rangeChanges: number;
  /** A remembered position: this message was the lowest visible one. */
  isBack: boolean;
}

type LoadState = 'idle' | 'loading' | 'failed';

export interface LiveState {
  /** The couple's conversation as the server last named it. Messages are sent to no other. */
  confirmed: string | null;
  /** The open conversation. It lives outside the query cache, where an answer could overwrite a live update. */
  conversation: ClientConversation | null;
  /** `kept`: the conversation is the one that this device keeps, and the server has not brought it up to date yet. */
  load: 'loading' | 'kept' | 'ready' | 'failed';
  older: LoadState;
  newer: LoadState;
  /** Loading a message that the reader jumps to. */
  finding: LoadState;
  place: ReadingPlace;
  /** The seq of the first message that was unread when the conversation was opened. */
  unreadFrom: number | null;
  /** Ids of the users who are online. */
  online: string[];
  /** When the partner was last online; null while either of the two hides it. */
  lastSeen: LastSeenView | null;
  typing: string[];
  /** The draft as the server last sent it. */
  draft: DraftView | null;
}

const EMPTY_STATE: LiveState = {
  confirmed: null,
  conversation: null,
  load: 'loading',
  older: 'idle',
  newer: 'idle',
  finding: 'idle',
  place: { seq: null, turn: 0, rangeChanges: 0, isBack: false },
  unreadFrom: null,
  online: [],
  lastSeen: null,
  typing: [],
  draft: null,
};

const without = (ids: string[], id: string): string[] => ids.filter((other) => other !== id);

/** The loaded range around a seq; where that is not loaded, the range at the end of the conversation. */
export const loadedRangeOrEnd = (conversation: ClientConversation, seq: number | null): LoadedRange | undefined =>
  (seq === null ? undefined : loadedRangeAt(conversation, seq)) ?? liveRange(conversation);

/** Moves the reading position. */
function goTo(state: Draft<LiveState>, seq: number | null, isBack: boolean): void {
  const {
    conversation,
    place: { turn, rangeChanges, seq: from },
  } = original(state) ?? EMPTY_STATE;
  if (!conversation) return;
  const isFar = loadedRangeOrEnd(conversation, from)?.from !== loadedRangeOrEnd(conversation, seq)?.from;
  state.place = { seq, turn: turn + 1, rangeChanges: isFar ? rangeChanges + 1 : rangeChanges, isBack };
  state.older = 'idle';
  state.newer = 'idle';
}

/** The state that live updates change: the conversation, presence and typing. */
export const liveSlice = createSlice({
  name: 'live',
  initialState: EMPTY_STATE,
  reducers: {
    cleared: () => EMPTY_STATE,
    /** Opens an empty conversation before the first answer, so that live updates can be folded into it. */
    opened: (state, { payload: chatId }: PayloadAction<string>) => {
      const now = original(state) ?? EMPTY_STATE;
      if (now.conversation?.chatId === chatId) return now;
      const place = { seq: null, turn: now.place.turn + 1, rangeChanges: now.place.rangeChanges + 1, isBack: false };
      return {
        ...now,
        conversation: emptyConversation(chatId),
        load: 'loading',
        older: 'idle',
        newer: 'idle',
        finding: 'idle',
        place,
        unreadFrom: null,
        typing: [],
      };
    },
    /** Shows what this device keeps of a conversation, unless the server's is there. */
    restored: (state, { payload: page }: PayloadAction<ConversationPage>) => {
      const now = original(state) ?? EMPTY_STATE;
      const shown = now.conversation ?? emptyConversation(page.chatId);
      if (shown.chatId !== page.chatId || shown.since !== null) return now;
      return { ...now, conversation: fold(shown, { kind: 'page', page }), load: 'kept' };
    },
    /** Begins anew with the server's newest page, in one step. Changes that arrived meanwhile count as missing. */
    begun: (state, { payload: page }: PayloadAction<ConversationPage>) => {
      const now = original(state) ?? EMPTY_STATE;
      if (now.conversation?.chatId !== page.chatId) return now;
      const empty = { ...emptyConversation(page.chatId), seen: now.conversation.seen };
      return { ...now, conversation: fold(empty, { kind: 'page', page }) };
    },
    loadBecame: (state, { payload }: PayloadAction<LiveState['load']>) => void (state.load = payload),
    olderBecame: (state, { payload }: PayloadAction<LoadState>) => void (state.older = payload),
    newerBecame: (state, { payload }: PayloadAction<LoadState>) => void (state.newer = payload),
    findingBecame: (state, { payload }: PayloadAction<LoadState>) => void (state.finding = payload),
    /** The reader jumps to a loaded message, or to the end. */
    went: (state, { payload: seq }: PayloadAction<number | null>) => goTo(state, seq, false),
    cameBack: (state, { payload: seq }: PayloadAction<number>) => goTo(state, seq, true),
    /** Set when the conversation opens: the unread line stays while the read marker moves. */
    unreadBegins: (state, { payload }: PayloadAction<number | null>) => void (state.unreadFrom = payload),
    confirmed: (state, { payload }: PayloadAction<string | null>) => void (state.confirmed = payload),
    /** Folds every update and answer into the conversation. */
    arrived: (state, { payload }: PayloadAction<Incoming>) => {
      const now = original(state) ?? EMPTY_STATE;
      return now.conversation ? { ...now, conversation: fold(now.conversation, payload) } : now;
    },
    /** Keeps only these ranges loaded. */
    released: (state, { payload }: PayloadAction<LoadedRange[]>) => {
      const now = original(state) ?? EMPTY_STATE;
      return now.conversation ? { ...now, conversation: release(now.conversation, payload) } : now;
    },
    draftArrived: (state, { payload }: PayloadAction<DraftView>) => {
      const { draft } = state;
      if (draft === null || draft.chatId !== payload.chatId || draft.version < payload.version) state.draft = payload;
    },
    onlineBecame: (state, { payload }: PayloadAction<string[]>) => void (state.online = payload),
    lastSeenBecame: (state, { payload }: PayloadAction<LastSeenView | null>) => void (state.lastSeen = payload),
    cameOnline: (state, { payload }: PayloadAction<string>) =>
      void (state.online = [...without(state.online, payload), payload]),
    wentOffline: (state, { payload }: PayloadAction<string>) => {
      state.online = without(state.online, payload);
      state.typing = without(state.typing, payload);
    },
    typed: (state, { payload: { userId, isTyping } }: PayloadAction<{ userId: string; isTyping: boolean }>) => {
      const others = without(state.typing, userId);
      state.typing = isTyping ? [...others, userId] : others;
    },
  },
});

export const live = liveSlice.actions;
