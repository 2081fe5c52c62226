import type { ConversationState } from '@duet/contracts/plain';
import { type RefObject, useEffect, useRef } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';

/** Goes to the message with this seq, loading earlier pages until it is there. Each asking is answered once. */
export function useJump(scroller: RefObject<HTMLElement | null>, held: ConversationState, seq: number | null): void {
  const { conversation } = useLive();
  const older = useLiveState((state) => state.live.older);
  const answered = useRef<number | null>(null);
  useEffect(() => {
    if (seq === null || answered.current === seq) return;
    const message = scroller.current?.querySelector(`[data-seq="${seq}"]`);
    if (message) {
      answered.current = seq;
      message.scrollIntoView({ block: 'center' });
    } else if (held.window?.hasOlder && seq < held.window.from && older === 'idle') {
      void conversation.loadOlder();
    }
  });
}
