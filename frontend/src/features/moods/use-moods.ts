import type { MoodList, MoodView } from '@duet/contracts';
import { useEffect } from 'react';
import { serverNow } from '../../api/server-time.js';
import { useNames } from '../../platform/account/names.js';
import { useGetMoodsQuery } from './moods-api.js';

interface Moods {
  list: MoodList | undefined;
  isError: boolean;
  retry: () => void;
  mine: MoodView | undefined;
  theirs: MoodView | undefined;
  /** The moods of earlier days, the newest day first. */
  earlier: MoodView[];
}

const MINUTE = 60_000;

/** The moods of the two. They are read again when the couple's day ends. */
export function useMoods(): Moods {
  const { self } = useNames();
  const { currentData: list, isError, refetch } = useGetMoodsQuery();
  const until = list?.until;
  useEffect(() => {
    if (until === undefined) return undefined;
    const rest = Math.min(Math.max(Date.parse(until) - serverNow() + 1_000, MINUTE), 24 * 60 * MINUTE);
    const timer = setTimeout(() => void refetch(), rest);
    return () => clearTimeout(timer);
  }, [until, refetch]);
  const today = list?.moods.filter(({ day }) => day === list.today) ?? [];
  return {
    list,
    isError,
    retry: () => void refetch(),
    mine: today.find(({ userId }) => userId === self),
    theirs: today.find(({ userId }) => userId !== self),
    earlier: list?.moods.filter(({ day }) => day !== list.today) ?? [],
  };
}
