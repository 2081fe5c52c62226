import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { baseApi } from './base-api.js';
import type { LiveState } from './live-state.js';
import type { OutgoingState } from './outgoing-state.js';
import type { UploadsState } from './uploads-state.js';

/** The part of the app's state that lives here. */
export interface LiveRoot {
  api: ReturnType<typeof baseApi.reducer>;
  live: LiveState;
  outgoing: OutgoingState;
  uploads: UploadsState;
}

export interface LiveStore {
  dispatch: ThunkDispatch<LiveRoot, unknown, UnknownAction>;
  getState: () => LiveRoot;
}
