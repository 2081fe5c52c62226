import type { AlbumFile } from './album/album-file.js';
import { albumFiles } from './album/album-slice.js';
import { useLiveState } from './live-context.js';

const isUnsent = ({ state }: AlbumFile): boolean => state === 'waiting' || state === 'failed';

/** How many messages and files of albums wait in this browser to be sent. */
export const useUnsentCount = (): number =>
  useLiveState((state) => state.pending.messages.length + albumFiles(state).filter(isUnsent).length);
