import type { ListItemView, ListSummary } from '@duet/contracts';
import type { ErrorCode } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { useLive, useLiveState } from '../live-context.js';
import { useGetKnownListQuery } from './list-calls.js';
import type { ListChange, SeenItem } from './list-change.js';
import { inList, withChanges } from './list-overlay.js';
import type { LateQueue } from '../late-queue.js';
import type { ListQueue } from './list-queue.js';
import { listChanges } from './lists-slice.js';

/** An item as this page shows it. */
export interface ShownItem extends SeenItem {
  /** A change of it has not reached the server yet. */
  isWaiting: boolean;
  /** The server's refusal of an addition. */
  failure: ErrorCode | null;
}

export interface ShownList {
  list: ListSummary;
  items: ShownItem[];
}

/** A list with the changes that wait in this browser merged in; undefined until the page knows it. */
export function useList(listId: string): { shown: ShownList | undefined; error: unknown; retry: () => void } {
  const { currentData, error, refetch } = useGetKnownListQuery(listId);
  const changes = useLiveState(listChanges);
  const shown = useMemo(() => {
    if (!currentData) return undefined;
    const { items } = currentData;
    const own = changes.filter((change) => change.listId === listId);
    return { list: currentData.list, items: inList(withChanges(items, own)).map(marked(own, items)) };
  }, [currentData, changes, listId]);
  return { shown, error, retry: () => void refetch() };
}

export const useListQueue = (): LateQueue<ListQueue> => useLive().lists;

const marked = (
  changes: readonly ListChange[],
  known: Readonly<Record<string, ListItemView>>,
): ((item: ListItemView) => ShownItem) => {
  const waiting = new Set(changes.map(({ itemId }) => itemId));
  const failures = new Map(changes.map(({ id, failure }) => [id, failure]));
  return (item) => ({
    ...item,
    seen: known[item._id]?.rev ?? 0,
    isWaiting: waiting.has(item._id) || waiting.has(item.clientId),
    failure: failures.get(item.clientId) ?? null,
  });
};
