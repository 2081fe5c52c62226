import { LIMITS } from '@duet/contracts/plain';
import { useCallback, useEffect, useRef, useState } from 'react';
import { stashWhileLocked } from '../../platform/app-lock/app-lock-stash.js';
import { type ChosenFile, chooseFile, releaseChosen } from '../choose/choose-files.js';

export interface TrayState {
  chosen: ChosenFile[];
  /** Names of the files that are too large and were left out. */
  tooLarge: string[];
  /** Files were left out because the tray is full. */
  isFull: boolean;
  /** @param tooLarge the names of files that were left out before */
  add: (files: readonly File[], tooLarge?: readonly string[]) => void;
  remove: (gone: readonly ChosenFile[]) => void;
  dismiss: () => void;
}

const trayStash = stashWhileLocked<ChosenFile[]>((chosen) => chosen.forEach(releaseChosen));

/**
 * The files to be sent, each up to 10 MB.
 * @param place the conversation or step: files that the app lock interrupts come back there
 * @param most how many it takes: as many as one upload takes, unless the caller splits them
 */
export function useTray(place: string, most: number = LIMITS.filesPerUpload): TrayState {
  const [chosen, setChosen] = useState<ChosenFile[]>(() => trayStash.take(place) ?? []);
  const [tooLarge, setTooLarge] = useState<string[]>([]);
  const [isFull, setFull] = useState(false);
  const latest = useRef(chosen);

  const update = useCallback((next: ChosenFile[]): void => {
    latest.current = next;
    setChosen(next);
  }, []);

  useEffect(
    () => () => {
      if (!trayStash.stash(place, latest.current)) latest.current.forEach(releaseChosen);
    },
    [place],
  );

  const add = useCallback(
    (files: readonly File[], tooLargeBefore: readonly string[] = []): void => {
      const fitting = files.filter((file) => file.size <= LIMITS.fileBytes);
      const room = most - latest.current.length;
      setTooLarge([
        ...tooLargeBefore,
        ...files.filter((file) => file.size > LIMITS.fileBytes).map((file) => file.name),
      ]);
      setFull(fitting.length > room);
      update([...latest.current, ...fitting.slice(0, room).map(chooseFile)]);
    },
    [update, most],
  );

  const remove = useCallback(
    (gone: readonly ChosenFile[]): void => {
      gone.forEach(releaseChosen);
      setFull(false);
      update(latest.current.filter((one) => !gone.includes(one)));
    },
    [update],
  );

  const dismiss = useCallback(() => setTooLarge([]), []);

  return { chosen, tooLarge, isFull, add, remove, dismiss };
}
