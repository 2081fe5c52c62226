import type { DraftView } from '@duet/contracts';
import { type ConversationState, type Incoming, type Island, emptyConversation, fold, islandOf, liveIsland, release } from '@duet/contracts/plain';
import { type Draft, type PayloadAction, createSlice, original } from '@reduxjs/toolkit';

/**
 * Where in the conversation the reader was taken. `seq` null is its end. `turn` counts the times, so that the same
 * place can be asked for again; `stretch` counts the times that the way there led over what is not loaded.
 */
export interface Place {
  seq: number | null;
  turn: number;
  stretch: number;
  /** The reader stood there before, at the lower end of what was in sight; nobody looked for it. */
  isBack: boolean;
}

type Loading = 'idle' | 'loading' | 'failed';

export interface LiveState {
  /** The couple's conversation as the server last named it; nothing is sent to any other. */
  confirmed: string | null;
  /** What is held of the open conversation. It lives apart from the query cache: a push must never be overwritten by an answer. */
  held: ConversationState | null;
  load: 'loading' | 'ready' | 'failed';
  older: Loading;
  newer: Loading;
  /** The way to a message that was asked for. */
  finding: Loading;
  place: Place;
  /** The seq of the first message that was unread when the conversation was opened. */
  unreadFrom: number | null;
  /** The partner, when online. */
  online: string[];
  typing: string[];
  /** What the person has begun to write, as the server last told it. */
  draft: DraftView | null;
}

const nothing: LiveState = {
  confirmed: null,
  held: null,
  load: 'loading',
  older: 'idle',
  newer: 'idle',
  finding: 'idle',
  place: { seq: null, turn: 0, stretch: 0, isBack: false },
  unreadFrom: null,
  online: [],
  typing: [],
  draft: null,
};

const without = (ids: string[], id: string): string[] => ids.filter((other) => other !== id);

/** The loaded stretch around a place. One that is not loaded (yet) is the end of the conversation. */
export const islandAt = (held: ConversationState, seq: number | null): Island | undefined => (seq === null ? undefined : islandOf(held, seq)) ?? liveIsland(held);

/** Takes the reader there. */
function goTo(state: Draft<LiveState>, seq: number | null, isBack: boolean): void {
  const { held, place: { turn, stretch, seq: from } } = original(state) ?? nothing;
  if (!held) return;
  const isFar = islandAt(held, from)?.from !== islandAt(held, seq)?.from;
  state.place = { seq, turn: turn + 1, stretch: isFar ? stretch + 1 : stretch, isBack };
  state.older = 'idle';
  state.newer = 'idle';
}

/** Everything that arrives by itself: the conversation, who is online, who types. */
export const liveSlice = createSlice({
  name: 'live',
  initialState: nothing,
  reducers: {
    cleared: () => nothing,
    /** Before the first answer, so that what is pushed meanwhile has a place. */
    opened: (state, { payload: chatId }: PayloadAction<string>) => {
      const now = original(state) ?? nothing;
      if (now.held?.chatId === chatId) return now;
      const place = { seq: null, turn: now.place.turn + 1, stretch: now.place.stretch + 1, isBack: false };
      return { ...now, held: emptyConversation(chatId), older: 'idle', newer: 'idle', finding: 'idle', place, unreadFrom: null, typing: [] };
    },
    loadBecame: (state, { payload }: PayloadAction<LiveState['load']>) => void (state.load = payload),
    olderBecame: (state, { payload }: PayloadAction<Loading>) => void (state.older = payload),
    newerBecame: (state, { payload }: PayloadAction<Loading>) => void (state.newer = payload),
    findingBecame: (state, { payload }: PayloadAction<Loading>) => void (state.finding = payload),
    /** The reader wants to be there; it is loaded. */
    went: (state, { payload: seq }: PayloadAction<number | null>) => goTo(state, seq, false),
    cameBack: (state, { payload: seq }: PayloadAction<number>) => goTo(state, seq, true),
    /** As of the opening: the line above the first unread stays where it is while the marker moves on. */
    unreadBegins: (state, { payload }: PayloadAction<number | null>) => void (state.unreadFrom = payload),
    confirmed: (state, { payload }: PayloadAction<string | null>) => void (state.confirmed = payload),
    /** The one door. */
    arrived: (state, { payload }: PayloadAction<Incoming>) => {
      const now = original(state) ?? nothing;
      return now.held ? { ...now, held: fold(now.held, payload) } : now;
    },
    /** The reader is far from everything else that was loaded. */
    released: (state, { payload }: PayloadAction<Island[]>) => {
      const now = original(state) ?? nothing;
      return now.held ? { ...now, held: release(now.held, payload) } : now;
    },
    draftArrived: (state, { payload }: PayloadAction<DraftView>) => {
      const { draft } = state;
      if (draft === null || draft.chatId !== payload.chatId || draft.version < payload.version) state.draft = payload;
    },
    onlineBecame: (state, { payload }: PayloadAction<string[]>) => void (state.online = payload),
    cameOnline: (state, { payload }: PayloadAction<string>) => void (state.online = [...without(state.online, payload), payload]),
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
