import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { baseApi } from '../api/base-api.js';
import type { AlbumState } from './album/album-slice.js';
import type { ListsState } from './lists/lists-slice.js';
import type { LiveState } from './live-state.js';
import type { PendingState } from './pending/pending-slice.js';

/** The part of the app's state that sync owns. */
export interface LiveRoot {
  api: ReturnType<typeof baseApi.reducer>;
  live: LiveState;
  pending: PendingState;
  album: AlbumState;
  lists: ListsState;
}

export interface LiveStore {
  dispatch: ThunkDispatch<LiveRoot, unknown, UnknownAction>;
  getState: () => LiveRoot;
}
