import { LIMITS } from '@duet/contracts/plain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keptBehindLock } from '../../../api/app-lock-kept.js';
import { type Chosen, choose, letGo } from './choose-files.js';

export interface TrayNow {
  chosen: Chosen[];
  /** Names of files that were left out because of their size. */
  tooLarge: string[];
  /** Some were left out because there are enough. */
  isFull: boolean;
  add: (files: readonly File[]) => void;
  remove: (id: string) => void;
  /** Empties it. @returns what was in it; the caller lets go of it. */
  take: () => Chosen[];
  dismiss: () => void;
}

const behindLock = keptBehindLock<Chosen[]>((chosen) => chosen.forEach(letGo));

/** What is about to be sent: up to five files of up to 10 MB. */
export function useTray(chatId: string): TrayNow {
  const [chosen, setChosen] = useState<Chosen[]>(() => behindLock.take(chatId) ?? []);
  const [tooLarge, setTooLarge] = useState<string[]>([]);
  const [isFull, setFull] = useState(false);
  const now = useRef(chosen);

  const become = useCallback((next: Chosen[]): void => {
    now.current = next;
    setChosen(next);
  }, []);

  useEffect(
    () => () => {
      if (!behindLock.keep(chatId, now.current)) now.current.forEach(letGo);
    },
    [chatId],
  );

  const add = useCallback(
    (files: readonly File[]): void => {
      const fitting = files.filter((file) => file.size <= LIMITS.fileBytes);
      const room = LIMITS.filesPerUpload - now.current.length;
      setTooLarge(files.filter((file) => file.size > LIMITS.fileBytes).map((file) => file.name));
      setFull(fitting.length > room);
      become([...now.current, ...fitting.slice(0, room).map(choose)]);
    },
    [become],
  );

  const remove = useCallback(
    (id: string): void => {
      now.current.filter((one) => one.id === id).forEach(letGo);
      setFull(false);
      become(now.current.filter((one) => one.id !== id));
    },
    [become],
  );

  const take = useCallback((): Chosen[] => {
    const taken = now.current;
    setFull(false);
    become([]);
    return taken;
  }, [become]);

  const dismiss = useCallback(() => setTooLarge([]), []);

  return { chosen, tooLarge, isFull, add, remove, take, dismiss };
}
