import { appLock } from './app-lock.js';
import { session } from '../session/session.js';

interface LockStash<T> {
  /** Called when a component unmounts. @returns whether the lock is the reason: then the stash owns the value. */
  stash: (place: string, value: T) => boolean;
  /** Called when the component mounts again. @returns the stashed value, or null */
  take: (place: string) => T | null;
}

/**
 * Keeps a value in memory while the app lock has unmounted its component, and drops it when the user changes.
 * @param release frees a value that is dropped
 */
export function stashWhileLocked<T>(release: (value: T) => void): LockStash<T> {
  let stashed: { place: string; value: T } | null = null;
  let owner = session.get().user?._id;
  const drop = (): void => {
    if (stashed) release(stashed.value);
    stashed = null;
  };
  session.subscribe(() => {
    const now = session.get().user?._id;
    if (now !== owner) drop();
    owner = now;
  });
  return {
    stash(place, value) {
      if (!appLock.get().isLocked) return false;
      drop();
      stashed = { place, value };
      return true;
    },
    take(place) {
      if (stashed?.place !== place) return null;
      const { value } = stashed;
      stashed = null;
      return value;
    },
  };
}
