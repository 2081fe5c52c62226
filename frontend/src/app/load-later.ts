import { QueryStatus } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api.js';
import { loadLateComponents } from '../ui/late.js';
import { whenQuiet } from '../ui/when-quiet.js';
import type { AppStore } from './store.js';

type Store = Pick<AppStore, 'getState' | 'subscribe'>;

/** A page has settled after this long without a question: an answer may lead to a next one. In milliseconds. */
const PAUSE = 100;

const awaitsAnswer = (store: Store): boolean =>
  Object.values(store.getState()[baseApi.reducerPath].queries).some((query) => query?.status === QueryStatus.pending);

/** Resolves once the page awaits no answer of the server. */
const answered = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (awaitsAnswer(store)) return;
      stop();
      resolve();
    });
    if (awaitsAnswer(store)) return;
    stop();
    resolve();
  });

/**
 * Loads what a press may open, so that it opens at once, also without a connection. What the page shows goes first: each
 * load waits until the page has its answers and the browser nothing else to do.
 */
export function loadLater(store: Store): void {
  void loadLateComponents(async () => {
    do {
      await answered(store);
      await new Promise<void>((resolve) => whenQuiet(resolve, PAUSE));
    } while (awaitsAnswer(store));
  });
}
