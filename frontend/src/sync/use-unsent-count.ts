import { usePartner } from '../platform/account/partner-status.js';
import type { AlbumFile } from './album/album-file.js';
import { albumFiles } from './album/album-slice.js';
import { listChanges } from './lists/lists-slice.js';
import { useLiveState } from './live-context.js';

const isUnsent = ({ state }: AlbumFile): boolean => state === 'waiting' || state === 'failed';

/**
 * How many messages, files of albums and changes of lists wait in this browser to be sent. Messages of an earlier couple do not
 * count: no page shows them, so that nobody could send or discard them.
 */
export function useUnsentCount(): number {
  const { couple, isAlone } = usePartner();
  return useLiveState(({ pending, album, lists }) => {
    const messages = pending.messages.filter(({ chatId }) => (couple ? chatId === couple.chatId : !isAlone));
    return messages.length + albumFiles({ album }).filter(isUnsent).length + listChanges({ lists }).length;
  });
}
