import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { stashWhileLocked } from './app-lock-stash.js';

const texts = stashWhileLocked<string>(() => undefined);

/**
 * The state of a text field whose words outlive the app lock, which unmounts the page.
 * @param place what the words belong to, unique in the app: words that the lock interrupts come back there
 * @param initial the text of a field in which nothing was typed yet
 */
export function useTypedText(place: string, initial = ''): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(() => texts.take(place) ?? initial);
  const latest = useRef<string>(undefined);
  useEffect(() => {
    latest.current = text === initial ? undefined : text;
  }, [text, initial]);
  useEffect(
    () => () => {
      if (latest.current !== undefined) texts.stash(place, latest.current);
    },
    [place],
  );
  return [text, setText];
}

/** Empties a field once its words are stored, unless more was typed meanwhile. @param sent the words that are stored */
export const clearedOf =
  (sent: string) =>
  (text: string): string =>
    text === sent ? '' : text;
