import { appLock } from './app-lock.js';
import { session } from '../session/session.js';

interface LockStash<T> {
  /** Called when a component unmounts. @returns whether the lock is the reason: then the stash owns the value. */
  stash: (place: string, value: T) => boolean;
  /** Called when the component mounts again. @returns the stashed value, or null */
  take: (place: string) => T | null;
}

/**
 * Keeps the value of each place in memory while the app lock has unmounted its component, and drops all when the user
 * changes.
 * @param release frees a value that is dropped
 */
export function stashWhileLocked<T>(release: (value: T) => void): LockStash<T> {
  const stashed = new Map<string, T>();
  let owner = session.get().user?._id;
  const drop = (): void => {
    for (const value of stashed.values()) release(value);
    stashed.clear();
  };
  session.subscribe(() => {
    const now = session.get().user?._id;
    if (now !== owner) drop();
    owner = now;
  });
  return {
    stash(place, value) {
      if (!appLock.get().isLocked) return false;
      const before = stashed.get(place);
      if (before !== undefined) release(before);
      stashed.set(place, value);
      return true;
    },
    take(place) {
      const value = stashed.get(place) ?? null;
      stashed.delete(place);
      return value;
    },
  };
}
