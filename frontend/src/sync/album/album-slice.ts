import { type PayloadAction, createSlice } from '@reduxjs/toolkit';
import type { UploadPause } from '../pending/pending-slice.js';
import { inOrder, withRows } from '../pending/rows-in-order.js';
import type { AlbumFile } from './album-file.js';

/** The queue of albums: its database, its channel between tabs and its lock. */
export const ALBUM_QUEUE = 'duet-albums';

export interface AlbumState {
  /** In the order in which they are sent. */
  files: AlbumFile[];
  pause: UploadPause | null;
  /** The progress of each upload under way, 0 to 1, by clientId. At 1 the server processes it. */
  progress: Record<string, number>;
}

const initialState: AlbumState = { files: [], pause: null, progress: {} };

export const albumSlice = createSlice({
  name: 'album',
  initialState,
  reducers: {
    put: (state, { payload }: PayloadAction<AlbumFile[]>) => {
      state.files = withRows(state.files, payload, ({ clientId }) => clientId);
    },
    removed: (state, { payload }: PayloadAction<string>) => {
      state.files = state.files.filter(({ clientId }) => clientId !== payload);
      delete state.progress[payload];
    },
    replaced: (state, { payload }: PayloadAction<AlbumFile[]>) => void (state.files = inOrder(payload)),
    paused: (state, { payload }: PayloadAction<UploadPause | null>) => void (state.pause = payload),
    progressed: (state, { payload }: PayloadAction<{ clientId: string; share: number | null }>) => {
      if (payload.share === null) delete state.progress[payload.clientId];
      else state.progress[payload.clientId] = payload.share;
    },
  },
});

export const albumActions = albumSlice.actions;

export const albumFiles = (state: { album: AlbumState }): AlbumFile[] => state.album.files;
