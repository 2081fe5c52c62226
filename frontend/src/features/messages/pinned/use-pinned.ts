import type { MessageView } from '@duet/contracts';
import { isGone } from '@duet/contracts/plain';
import { useCallback } from 'react';
import { useExpiring } from '../../../ui/use-expiring.js';
import { useLiveState } from '../../../sync/index.js';
import { useListPinnedQuery } from '../messages-api.js';
import { latestOf } from '../use-current.js';

const newestFirst = (a: MessageView, b: MessageView): number => (b.pinnedAt ?? '').localeCompare(a.pinnedAt ?? '');

const expiryOf = ({ expiresAt }: MessageView): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

/** The pinned messages, the last pinned first: each in the newest version that this page has. */
export function usePinned(chatId: string): readonly MessageView[] {
  const { data: listed } = useListPinnedQuery(chatId, { refetchOnMountOrArgChange: true });
  const conversation = useLiveState((state) => state.live.conversation);
  const read = useCallback(
    (now: number) => {
      const pinned = (listed ?? [])
        .map((message) => latestOf(conversation, message))
        .filter((message) => message.pinnedAt !== null && !isGone(message, now))
        .toSorted(newestFirst);
      return { pinned, until: Math.min(...pinned.map(expiryOf), Number.POSITIVE_INFINITY) };
    },
    [listed, conversation],
  );
  return useExpiring(read).pinned;
}
