import { useEffect } from 'react';
import { serverNow } from '../../../api/server-time.js';
import { showFailure } from '../../../api/show-failure.js';
import { t } from '../../../texts/index.js';
import { toast } from '../../../ui/toast-queue.js';
import {
  type HiddenPart,
  useGetOnThisDayQuery,
  useHideOnThisDayMutation,
  useSwitchOnThisDayMutation,
} from './on-this-day-api.js';

const MINUTE = 60_000;

/** The memories of today, reloaded when the couple's day ends. */
export function useOnThisDay(chatId: string) {
  const query = useGetOnThisDayQuery(chatId);
  const { data, refetch } = query;
  const until = data?.until;
  useEffect(() => {
    if (until === undefined) return;
    // At least a minute: before the first answer the clock may be the device's, and the same day would be reloaded in a loop.
    const rest = Math.min(Math.max(Date.parse(until) - serverNow() + 1_000, MINUTE), 24 * 60 * MINUTE);
    const timer = setTimeout(() => void refetch(), rest);
    return () => clearTimeout(timer);
  }, [until, refetch]);
  return query;
}

/** Hides memories, or turns them off, for this user. Settings undoes both. */
export function useOnThisDayActs(chatId: string) {
  const [hide] = useHideOnThisDayMutation();
  const [turn] = useSwitchOnThisDayMutation();
  return {
    hide: async (what: HiddenPart): Promise<void> => {
      const { error } = await hide({ chatId, what });
      if (error) showFailure(error);
      else toast.success(t('memories.hiddenSettingsRelationshipShowsItAgain'));
    },
    turn: async (enabled: boolean): Promise<void> => {
      const { error } = await turn({ chatId, enabled });
      if (error) showFailure(error);
      else if (!enabled) toast.success(t('memories.switchedOffSettingsRelationshipBringsIt'));
    },
  };
}

export type OnThisDayActs = ReturnType<typeof useOnThisDayActs>;
