import { type PayloadAction, createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { UploadPause } from '../pending/pending-slice.js';
import type { AlbumFile } from './album-file.js';

const files = createEntityAdapter<AlbumFile, string>({
  selectId: ({ clientId }) => clientId,
  sortComparer: (a, b) => a.order - b.order,
});

export interface AlbumState {
  /** In the order in which they are sent. */
  files: ReturnType<typeof files.getInitialState>;
  pause: UploadPause | null;
  /** The progress of each upload under way, 0 to 1, by clientId. At 1 the server processes it. */
  progress: Record<string, number>;
}

const initialState: AlbumState = { files: files.getInitialState(), pause: null, progress: {} };

export const albumSlice = createSlice({
  name: 'album',
  initialState,
  reducers: {
    put: (state, { payload }: PayloadAction<AlbumFile[]>) => void files.upsertMany(state.files, payload),
    removed: (state, { payload }: PayloadAction<string>) => {
      files.removeOne(state.files, payload);
      delete state.progress[payload];
    },
    replaced: (state, { payload }: PayloadAction<AlbumFile[]>) => void files.setAll(state.files, payload),
    paused: (state, { payload }: PayloadAction<UploadPause | null>) => void (state.pause = payload),
    progressed: (state, { payload }: PayloadAction<{ clientId: string; share: number | null }>) => {
      if (payload.share === null) delete state.progress[payload.clientId];
      else state.progress[payload.clientId] = payload.share;
    },
  },
});

export const albumActions = albumSlice.actions;

const selectors = files.getSelectors();

export const albumFiles = (state: { album: AlbumState }): AlbumFile[] => selectors.selectAll(state.album.files);
