import { LIMITS } from '@duet/contracts/plain';
import { useEffect, useMemo } from 'react';
import { useLive } from '../../../sync/index.js';
import { useSettings } from '../../../platform/account/settings.js';

export interface TypingSignal {
  typed: () => void;
  stopped: () => void;
}

/** @param send sends the state to the partner */
function createTypingSignal(send: (isTyping: boolean) => void): TypingSignal {
  /** When `true` was last sent, by the monotonic clock; null while the user is not typing. */
  let sentAt: number | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const stopped = (): void => {
    clearTimeout(idle);
    if (sentAt !== null) send(false);
    sentAt = null;
  };
  const typed = (): void => {
    clearTimeout(idle);
    idle = setTimeout(stopped, LIMITS.typingIdle);
    if (sentAt !== null && performance.now() - sentAt < LIMITS.typingRepeat) return;
    sentAt = performance.now();
    send(true);
  };
  return { typed, stopped };
}

/**
 * Sends the partner that the user is typing, at most every 3 s, and that typing ended: after 1 s without a key, on send and
 * on blur. Sends nothing for users who turned it off.
 */
export function useTypingSignal(chatId: string): TypingSignal {
  const { link } = useLive();
  const { typing: isShared } = useSettings().settings.privacy;
  const signal = useMemo(
    () =>
      createTypingSignal((isTyping) => {
        if (isShared && link.status() === 'connected') link.wire.emit('typing', { chatId, isTyping });
      }),
    [link, chatId, isShared],
  );
  useEffect(() => signal.stopped, [signal]);
  return signal;
}
