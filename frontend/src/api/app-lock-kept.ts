import { appLock } from './app-lock.js';
import { session } from './session.js';

interface Kept<T> {
  /** A page goes. @returns whether the lock took it away: then it is kept, and the caller leaves it alone. */
  keep: (place: string, value: T) => boolean;
  /** The same page is there again. */
  take: (place: string) => T | null;
}

/**
 * What is in no storage, over the time that the lock takes its page away. It goes with the person whose it is.
 * @param letGo frees what nobody comes back to
 */
export function keptBehindLock<T>(letGo: (value: T) => void): Kept<T> {
  let held: { place: string; value: T } | null = null;
  let owner = session.get().user?._id;
  const drop = (): void => {
    if (held) letGo(held.value);
    held = null;
  };
  session.subscribe(() => {
    const now = session.get().user?._id;
    if (now !== owner) drop();
    owner = now;
  });
  return {
    keep(place, value) {
      if (!appLock.get().isLocked) return false;
      drop();
      held = { place, value };
      return true;
    },
    take(place) {
      if (held?.place !== place) return null;
      const { value } = held;
      held = null;
      return value;
    },
  };
}
