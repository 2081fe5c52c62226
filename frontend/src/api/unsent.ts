import type { ErrorCode } from '@duet/contracts/plain';
import { useMemo } from 'react';
import { useLive, useLiveState } from './live-context.js';
import type { OutgoingSend } from './outgoing-state.js';

/** What is on its way to this conversation: texts, files and voice notes in the order in which they were sent. */
export function useUnsent(chatId: string): OutgoingSend[] {
  const texts = useLiveState((state) => state.outgoing.sends);
  const uploads = useLiveState((state) => state.uploads.sends);
  return useMemo(() => {
    // A text that waited behind files is in both queues for a moment.
    const inTexts = new Set(texts.map(({ clientMessageId }) => clientMessageId));
    const all = [...texts, ...uploads.filter(({ clientMessageId }) => !inTexts.has(clientMessageId))];
    return all.filter((send) => send.chatId === chatId).toSorted((a, b) => a.order - b.order);
  }, [texts, uploads, chatId]);
}

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
