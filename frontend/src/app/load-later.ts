import { QueryStatus } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { baseApi } from '../api/base-api.js';
import { loadLateComponents } from '../ui/late.js';
import { whenQuiet } from '../ui/when-quiet.js';
import type { AppStore } from './store.js';

type Store = Pick<AppStore, 'getState' | 'subscribe'>;

const awaitsAnswer = (store: Store): boolean =>
  Object.values(store.getState()[baseApi.reducerPath].queries).some((query) => query?.status === QueryStatus.pending);

/**
 * Loads what a press may open, so that it opens at once, also without a connection. The page goes first: the browser is
 * idle, too, while the page awaits an answer, and would evaluate all this code just before the answer comes.
 * @returns a function that cancels it
 */
function loadLater(store: Store): () => void {
  let cancel = (): void => undefined;
  const wait = (): void => {
    // An answer may lead to the next question, which the page asks before the browser is idle.
    cancel = whenQuiet(() => {
      if (!awaitsAnswer(store)) return void loadLateComponents();
      cancel = store.subscribe(() => {
        if (awaitsAnswer(store)) return;
        cancel();
        wait();
      });
    });
  };
  wait();
  return () => cancel();
}

/** Loads what a press may open after the page around this component, whose own code may still have to load. */
export function useLoadLater(): void {
  const store = useStore<ReturnType<AppStore['getState']>>();
  useEffect(() => loadLater(store), [store]);
}
