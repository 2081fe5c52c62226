import type { MessageView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { type ChatSearch, useFindHitsInfiniteQuery } from '../own-marks-api.js';

/** The next page loads when this many results are left. */
const AHEAD = 5;

const NONE: readonly MessageView[] = [];

export interface Results {
  state: 'idle' | 'loading' | 'failed' | 'done';
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
export function useResults(search: ChatSearch | null): Results {
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useFindHitsInfiniteQuery(
    search ?? skipToken,
  );
  const [place, setPlace] = useState<{ search: ChatSearch | null; at: number }>({ search, at: 0 });
  const results = (search && currentData?.pages.flatMap(({ messages }) => messages)) ?? NONE;
  const at = place.search === search ? place.at : 0;
  const isNearEnd = at >= results.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const counted = (search && currentData?.pages[0]?.total) ?? 0;
  return {
    state: search === null ? 'idle' : currentData ? 'done' : isError ? 'failed' : 'loading',
    current: results[at] ?? null,
    at,
    total: Math.max(counted, results.length),
    isMore: counted >= LIMITS.searchCounted,
    hasEarlier: at + 1 < results.length,
    hasLater: at > 0,
    move: (by) => setPlace({ search, at: Math.min(Math.max(at + by, 0), Math.max(results.length - 1, 0)) }),
    retry: () => void refetch(),
  };
}
