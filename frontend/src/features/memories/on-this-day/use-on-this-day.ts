import { useEffect } from 'react';
import { showFailure } from '../../../api/show-failure.js';
import { toast } from '../../../ui/toast-queue.js';
import { type Hidden, useGetOnThisDayQuery, useHideOnThisDayMutation, useSwitchOnThisDayMutation } from './on-this-day-api.js';

const MINUTE = 60_000;

/** What the two said on this day, until their clock says that it is another. */
export function useOnThisDay(chatId: string) {
  const query = useGetOnThisDayQuery(chatId);
  const { data, refetch } = query;
  const until = data?.until;
  useEffect(() => {
    if (until === undefined) return;
    // Within bounds: a clock that differs from the server's would ask for the same day again and again.
    const rest = Math.min(Math.max(Date.parse(until) - Date.now() + 1_000, MINUTE), 24 * 60 * MINUTE);
    const timer = setTimeout(() => void refetch(), rest);
    return () => clearTimeout(timer);
  }, [until, refetch]);
  return query;
}

/** What one may do with what is shown: for oneself, and to be taken back in Settings. */
export function useOnThisDayActs(chatId: string) {
  const [hide] = useHideOnThisDayMutation();
  const [turn] = useSwitchOnThisDayMutation();
  return {
    hide: async (what: Hidden): Promise<void> => {
      const { error } = await hide({ chatId, what });
      if (error) showFailure(error);
      else toast.success('Hidden. Settings, Relationship shows it again.');
    },
    turn: async (enabled: boolean): Promise<void> => {
      const { error } = await turn({ chatId, enabled });
      if (error) showFailure(error);
      else if (!enabled) toast.success('Switched off. Settings, Relationship brings it back.');
    },
  };
}

export type OnThisDayActs = ReturnType<typeof useOnThisDayActs>;
