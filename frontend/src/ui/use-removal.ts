import { LIMITS } from '@duet/contracts/plain';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { leaving } from '../observable/leaving.js';
import { t } from '../texts/index.js';
import { toast } from './toast-queue.js';

interface Removal {
  /** It is going: the list no longer shows it, and the person may still undo. */
  isGoing: boolean;
  remove: () => void;
}

/**
 * Removes something after the time in which the person can undo it, or at once when they leave or sign out: then nothing
 * offers to undo it any more.
 * @param words what the toast says
 * @param act the removal itself; its request outlives the page (`keepalive`)
 */
export function useRemoval(words: string, act: () => Promise<unknown>): Removal {
  const [isGoing, setGoing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const offer = useRef<number>(undefined);
  const running = useRef<Promise<unknown>>(undefined);
  const removeNow = useEffectEvent(() => {
    timer.current = undefined;
    // Hovering pauses its toast: closes it, because it must not offer an undo that is too late.
    if (offer.current !== undefined) toast.dismiss(offer.current);
    // After a failure it is there again.
    running.current = act().finally(() => setGoing(false));
  });
  useEffect(() => {
    const leave = async (): Promise<void> => {
      if (timer.current !== undefined) {
        clearTimeout(timer.current);
        removeNow();
      }
      await running.current;
    };
    const leaveNow = (): void => void leave();
    const stopLeaving = leaving.add(leave);
    window.addEventListener('pagehide', leaveNow);
    return () => {
      window.removeEventListener('pagehide', leaveNow);
      // A sign-out from another screen still waits for the request.
      void leave().finally(stopLeaving);
    };
  }, []);
  useEffect(() => {
    if (!isGoing) return;
    timer.current = setTimeout(() => removeNow(), LIMITS.deleteUndo);
  }, [isGoing]);
  const undo = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setGoing(false);
  };
  const remove = (): void => {
    setGoing(true);
    offer.current = toast.undoable(words, LIMITS.deleteUndo, { label: t('common.undo'), onAction: undo });
  };
  return { isGoing, remove };
}
