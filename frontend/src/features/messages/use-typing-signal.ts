import { LIMITS } from '@duet/contracts/plain';
import { useEffect, useMemo } from 'react';
import { useLive } from '../../api/live-context.js';
import { useSettings } from '../../api/settings.js';

export interface TypingSignal {
  typed: () => void;
  stopped: () => void;
}

/** Tells the partner: at most every 3 s while keys are pressed, and the end after 1 s without, on send and on blur. Whoever switched it off tells nothing. */
export function useTypingSignal(chatId: string): TypingSignal {
  const { link } = useLive();
  const { typing: mayTell } = useSettings().settings.privacy;
  const signal = useMemo(() => {
    let toldAt = 0;
    let idle: ReturnType<typeof setTimeout> | undefined;
    const tell = (isTyping: boolean): void => {
      if (mayTell && link.status() === 'connected') link.wire.emit('typing', { chatId, isTyping });
    };
    const stopped = (): void => {
      clearTimeout(idle);
      if (toldAt > 0) tell(false);
      toldAt = 0;
    };
    const typed = (): void => {
      clearTimeout(idle);
      idle = setTimeout(stopped, LIMITS.typingIdle);
      if (Date.now() - toldAt < LIMITS.typingRepeat) return;
      toldAt = Date.now();
      tell(true);
    };
    return { typed, stopped };
  }, [link, chatId, mayTell]);
  useEffect(() => signal.stopped, [signal]);
  return signal;
}
