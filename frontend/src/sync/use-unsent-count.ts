import type { AlbumFile } from './album/album-file.js';
import { albumFiles } from './album/album-slice.js';
import { listChanges } from './lists/lists-slice.js';
import { useLiveState } from './live-context.js';

const isUnsent = ({ state }: AlbumFile): boolean => state === 'waiting' || state === 'failed';

/** How many messages, files of albums and changes of lists wait in this browser to be sent. */
export const useUnsentCount = (): number =>
  useLiveState(
    (state) => state.pending.messages.length + albumFiles(state).filter(isUnsent).length + listChanges(state).length,
  );
