import { type PayloadAction, createSlice } from '@reduxjs/toolkit';
import type { PendingMessage } from './pending-message.js';
import { inOrder, withRows } from './rows-in-order.js';

/** Why uploads wait: the server limits their number, or cannot store files at the moment. */
export type UploadPause = 'limited' | 'unavailable';

export interface PendingState {
  /** In the order in which they are sent. */
  messages: PendingMessage[];
  /** Attempts without an answer since the last success. The queue retries by itself. */
  unanswered: number;
  uploadPause: UploadPause | null;
  /** The progress of the upload under way, 0 to 1, by clientMessageId. At 1 the server processes it. */
  progress: Record<string, number>;
}

const initialState: PendingState = { messages: [], unanswered: 0, uploadPause: null, progress: {} };

export const pendingSlice = createSlice({
  name: 'pending',
  initialState,
  reducers: {
    replaced: (state, { payload }: PayloadAction<PendingMessage[]>) => void (state.messages = inOrder(payload)),
    put: (state, { payload }: PayloadAction<PendingMessage>) => {
      state.messages = withRows(state.messages, [payload], ({ clientMessageId }) => clientMessageId);
    },
    removed: (state, { payload }: PayloadAction<string>) => {
      state.messages = state.messages.filter(({ clientMessageId }) => clientMessageId !== payload);
      delete state.progress[payload];
    },
    unansweredBecame: (state, { payload }: PayloadAction<number>) => void (state.unanswered = payload),
    uploadsPaused: (state, { payload }: PayloadAction<UploadPause | null>) => void (state.uploadPause = payload),
    progressed: (state, { payload }: PayloadAction<{ clientMessageId: string; share: number | null }>) => {
      if (payload.share === null) delete state.progress[payload.clientMessageId];
      else state.progress[payload.clientMessageId] = payload.share;
    },
  },
});

export const pendingActions = pendingSlice.actions;
