import type { MessageView } from '@duet/contracts';
import { hasExpired } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { useLiveState } from '../../../api/live-context.js';
import { useListPinnedQuery } from '../messages-api.js';
import { latestOf } from '../use-current.js';

const isShown = (message: MessageView, now: number): boolean => message.pinnedAt !== null && message.deletedAt === null && !hasExpired(message, now);

const newestFirst = (a: MessageView, b: MessageView): number => (b.pinnedAt ?? '').localeCompare(a.pinnedAt ?? '');

/** What is pinned, the last pinned first: the list as it was read, each message as it is known by now. */
export function usePinned(chatId: string): MessageView[] {
  const { data: listed } = useListPinnedQuery(chatId, { refetchOnMountOrArgChange: true });
  const held = useLiveState((state) => state.live.held);
  return useMemo(() => (listed ?? []).map((message) => latestOf(held, message)).filter((message) => isShown(message, Date.now())).toSorted(newestFirst), [listed, held]);
}
