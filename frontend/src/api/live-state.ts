import type { DraftView } from '@duet/contracts';
import { type ConversationState, type Incoming, emptyConversation, fold } from '@duet/contracts/plain';
import { type PayloadAction, createSlice, original } from '@reduxjs/toolkit';

export interface LiveState {
  /** The couple's conversation as the server last named it; nothing is sent to any other. */
  confirmed: string | null;
  /** What is held of the open conversation. It lives apart from the query cache: a push must never be overwritten by an answer. */
  held: ConversationState | null;
  load: 'loading' | 'ready' | 'failed';
  older: 'idle' | 'loading' | 'failed';
  /** The partner, when online. */
  online: string[];
  typing: string[];
  /** What the person has begun to write, as the server last told it. */
  draft: DraftView | null;
}

const nothing: LiveState = { confirmed: null, held: null, load: 'loading', older: 'idle', online: [], typing: [], draft: null };

const without = (ids: string[], id: string): string[] => ids.filter((other) => other !== id);

/** Everything that arrives by itself: the conversation, who is online, who types. */
export const liveSlice = createSlice({
  name: 'live',
  initialState: nothing,
  reducers: {
    cleared: () => nothing,
    /** Before the first answer, so that what is pushed meanwhile has a place. */
    opened: (state, { payload: chatId }: PayloadAction<string>) => {
      if (state.held?.chatId === chatId) return;
      state.held = emptyConversation(chatId);
      state.older = 'idle';
      state.typing = [];
    },
    loadBecame: (state, { payload }: PayloadAction<LiveState['load']>) => void (state.load = payload),
    olderBecame: (state, { payload }: PayloadAction<LiveState['older']>) => void (state.older = payload),
    confirmed: (state, { payload }: PayloadAction<string | null>) => void (state.confirmed = payload),
    /** The one door. */
    arrived: (state, { payload }: PayloadAction<Incoming>) => {
      const held = state.held && original(state.held);
      if (held) state.held = fold(held, payload);
    },
    draftArrived: (state, { payload }: PayloadAction<DraftView>) => {
      const isNewer = state.draft?.chatId !== payload.chatId || state.draft.version < payload.version;
      if (isNewer) state.draft = payload;
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
