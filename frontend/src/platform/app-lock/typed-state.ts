import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { stashWhileLocked } from './app-lock-stash.js';

/**
 * `useState` for what a person types, draws or records.
 * @param place what the value belongs to, unique for this hook: a value that the lock interrupts comes back there
 * @param initial the value of an untouched form, or the function that makes it; only the first one counts
 */
type UseTyped<T> = (place: string, initial: T | (() => T)) => [T, Dispatch<SetStateAction<T>>];

/**
 * Makes a hook for values that outlive the app lock, which unmounts the page. They stay in the page's memory alone.
 * @param withoutSecrets removes a password or a code from a value before it is kept
 */
export function createTypedState<T>(withoutSecrets = (value: T): T => value): UseTyped<T> {
  const stash = stashWhileLocked<{ typed: T }>(() => undefined);
  return function useTyped(place, initial) {
    const [untouched] = useState(initial);
    const [value, setValue] = useState(() => (stash.take(place) ?? { typed: untouched }).typed);
    const latest = useRef<{ typed: T }>(undefined);
    useEffect(() => {
      latest.current = value === untouched ? undefined : { typed: withoutSecrets(value) };
    }, [value, untouched]);
    useEffect(
      () => () => {
        if (latest.current) stash.stash(place, latest.current);
      },
      [place],
    );
    return [value, setValue];
  };
}
