import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { useLiveState } from '../../sync/index.js';

/** An answer may lead to a next question: a page has settled after this long without one, in milliseconds. */
const QUIET = 100;

/** After this long a page counts as settled, whatever has not been answered, in milliseconds. */
const PATIENCE = 1_500;

/** The stores whose first page has settled: later pages find most answers in the cache. */
const settled = new WeakSet<object>();

/** Whether the first answers of a page have come. Cards that grow with their answers would push each other until then. */
export function useSettled(): boolean {
  const store = useStore();
  const isWaiting = useLiveState(({ api }) => Object.values(api.queries).some((query) => query?.status === 'pending'));
  const [isSettled, setSettled] = useState(() => settled.has(store));
  useEffect(() => {
    if (isSettled) return void settled.add(store);
    const timer = setTimeout(() => setSettled(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [store, isSettled]);
  useEffect(() => {
    if (isWaiting) return;
    const timer = setTimeout(() => setSettled(true), QUIET);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isSettled;
}
