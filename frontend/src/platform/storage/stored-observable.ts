import { type MutableObservable, createObservable } from '../../observable/observable.js';
import type { Stored } from './stored.js';

export interface StoredObservable<T> extends Omit<MutableObservable<T>, 'set'> {
  /** Calls every listener. @returns whether the value is stored; if not, it lasts as long as this page. */
  set: (next: T) => boolean;
  /** Takes over what another tab stored. */
  reread: () => void;
}

/** A stored value that components and other code follow. `initial` stands in while nothing is stored. */
export function storedObservable<T>(storage: Stored<T>, initial: T): StoredObservable<T> {
  const readStored = (): T => storage.read() ?? initial;
  const state = createObservable(readStored());
  return {
    get: state.get,
    subscribe: state.subscribe,
    set(next) {
      const isStored = storage.write(next);
      state.set(next);
      return isStored;
    },
    reread: () => state.set(readStored()),
  };
}
