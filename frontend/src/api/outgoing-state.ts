import type { ErrorCode } from '@duet/contracts/plain';
import { type PayloadAction, createSlice } from '@reduxjs/toolkit';

/** A text on its way: stored in the browser until the server has it. `order` sorts, over all tabs. */
export interface OutgoingSend {
  clientMessageId: string;
  userId: string;
  chatId: string;
  content: string;
  replyTo: string | null;
  queuedAt: string;
  order: number;
  /** The server's refusal: only the person can go on from here. */
  failure: ErrorCode | null;
}

export interface OutgoingState {
  sends: OutgoingSend[];
  /** Attempts that ended without an answer since the last success. The queue goes on trying by itself. */
  unanswered: number;
}

const nothing: OutgoingState = { sends: [], unanswered: 0 };

export const outgoingSlice = createSlice({
  name: 'outgoing',
  initialState: nothing,
  reducers: {
    replaced: (state, { payload }: PayloadAction<OutgoingSend[]>) => {
      state.sends = payload.toSorted((a, b) => a.order - b.order);
    },
    put: (state, { payload }: PayloadAction<OutgoingSend>) => {
      const others = state.sends.filter((send) => send.clientMessageId !== payload.clientMessageId);
      state.sends = [...others, payload].toSorted((a, b) => a.order - b.order);
    },
    removed: (state, { payload }: PayloadAction<string>) => {
      state.sends = state.sends.filter((send) => send.clientMessageId !== payload);
    },
    unansweredBecame: (state, { payload }: PayloadAction<number>) => void (state.unanswered = payload),
  },
});

export const outgoingActions = outgoingSlice.actions;
