import type { ErrorCode } from '@duet/contracts/plain';
import { useLive, useLiveState } from './live-context.js';

export interface Unsent {
  failure: ErrorCode | null;
  retry: () => void;
  discard: () => void;
}

/** Why it did not get through, and the ways on, whichever queue it waits in. */
export function useUnsentSend(clientMessageId: string): Unsent {
  const { outgoing, uploads } = useLive();
  const upload = useLiveState((state) => state.uploads.sends.find((send) => send.clientMessageId === clientMessageId));
  const text = useLiveState((state) => state.outgoing.sends.find((send) => send.clientMessageId === clientMessageId));
  const queue = upload ? uploads : outgoing;
  return {
    failure: (upload ?? text)?.failure ?? null,
    retry: () => void queue.retry(clientMessageId),
    discard: () => void queue.discard(clientMessageId),
  };
}

/** How much waits in this browser to be sent. */
export const useUnsentCount = (): number => useLiveState(({ outgoing, uploads }) => outgoing.sends.length + uploads.sends.length);
