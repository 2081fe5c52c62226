import type { MessageView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useState } from 'react';
import { needsConnection } from '../../../api/errors.js';
import { useCoupleCalendar } from '../../../platform/account/couple-calendar.js';
import { useMessagesOnDevice, useOnReconnect } from '../../../sync/index.js';
import { type ChatSearch, useFindHitsInfiniteQuery } from '../own-marks-api.js';
import { isHit } from './is-hit.js';

/** The next page loads when this many results are left. */
const AHEAD = 5;

const NONE: readonly MessageView[] = [];

export interface Results {
  /** `away`: no answer came, and the results are those on this device. */
  state: 'idle' | 'loading' | 'failed' | 'away' | 'done';
  /** The result that is shown; null without one. */
  current: MessageView | null;
  /** Its place from 0 on, newest first. */
  at: number;
  total: number;
  /** There are more results than are counted. */
  isMore: boolean;
  hasEarlier: boolean;
  hasLater: boolean;
  /** Moves by this many results, towards earlier messages. */
  move: (by: number) => void;
  retry: () => void;
}

/** Walks through the results of a search, from the newest message back. @param search null while there is nothing to search */
export function useResults(search: ChatSearch | null, self: string): Results {
  const { currentData, error, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useFindHitsInfiniteQuery(search ?? skipToken);
  const [place, setPlace] = useState<{ search: ChatSearch | null; at: number }>({ search, at: 0 });
  const isAway = !currentData && needsConnection(error);
  const known = useMessagesOnDevice(isAway);
  const { zone } = useCoupleCalendar();
  const onDevice = useMemo(
    () => (search ? known.filter((message) => isHit(message, search, { self, zone })) : NONE),
    [known, search, self, zone],
  );
  const found = currentData?.pages.flatMap(({ messages }) => messages) ?? onDevice;
  const results = search ? found : NONE;
  const askAgain = (): void => void (isError && hasNextPage && fetchNextPage());
  useOnReconnect(() => (isAway ? void refetch() : askAgain()));
  const at = place.search === search ? place.at : 0;
  const isNearEnd = at >= results.length - AHEAD;
  useEffect(() => {
    // A failed page is asked for again by the next step, or with the connection.
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const counted = (search && currentData?.pages[0]?.total) ?? 0;
  return {
    state: stateOf(search !== null, currentData !== undefined, error),
    current: results[at] ?? null,
    at,
    total: Math.max(counted, results.length),
    isMore: counted >= LIMITS.searchCounted,
    hasEarlier: at + 1 < results.length || hasNextPage,
    hasLater: at > 0,
    move: (by) => {
      setPlace({ search, at: Math.min(Math.max(at + by, 0), Math.max(results.length - 1, 0)) });
      askAgain();
    },
    retry: () => void refetch(),
  };
}

function stateOf(isAsked: boolean, isAnswered: boolean, error: unknown): Results['state'] {
  if (!isAsked) return 'idle';
  if (isAnswered) return 'done';
  if (error === undefined) return 'loading';
  return needsConnection(error) ? 'away' : 'failed';
}
