import { useSyncExternalStore } from 'react';

/** A value outside of React that components and other code follow. */
export interface Observable<T> {
  get: () => T;
  /** Calls the listener after each change. @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
}

export interface MutableObservable<T> extends Observable<T> {
  /** Calls every listener, also when the value is the same. */
  set: (next: T) => void;
}

/** Events without a current value. */
export interface Events<T> {
  emit: (event: T) => void;
  /** @returns a function that ends the subscription */
  subscribe: (listener: (event: T) => void) => () => void;
}

export function createEvents<T>(): Events<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function createObservable<T>(initial: T): MutableObservable<T> {
  let current = initial;
  const changes = createEvents<undefined>();
  return {
    get: () => current,
    set: (next) => {
      current = next;
      changes.emit(undefined);
    },
    subscribe: (listener) => changes.subscribe(listener),
  };
}

/** The current value; the component renders again with each change of it. */
export const useObservable = <T>({ subscribe, get }: Observable<T>): T => useSyncExternalStore(subscribe, get);

/** A part of the current value; the component renders again when that part is another one. @param select returns the same part for the same value */
export const useObserved = <T, Part>({ subscribe, get }: Observable<T>, select: (value: T) => Part): Part =>
  useSyncExternalStore(subscribe, () => select(get()));
