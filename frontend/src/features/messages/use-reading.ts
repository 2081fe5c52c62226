import { type ConversationState, messageAt, newestSeq } from '@duet/contracts/plain';
import { useEffect, useMemo, useState } from 'react';
import { useLive } from '../../api/live-context.js';
import type { Shown } from './use-conversation.js';

/** The partner's messages after this seq, as far as they are held; @returns how many, and the newest of them. */
function partnersAfter(held: ConversationState, self: string, after: number): { count: number; newest: number } {
  let [count, newest] = [0, 0];
  for (let seq = newestSeq(held); seq > after; seq -= 1) {
    const message = messageAt(held, seq);
    if (!message || message.sender._id === self) continue;
    count += 1;
    newest ||= seq;
  }
  return { count, newest };
}

/**
 * Reads what is looked at: on opening everything there is, from then on what comes into sight.
 * @param lastSeen the seq of the lowest message on the screen
 * @returns how many of the partner's lie below what was in sight
 */
export function useReading({ held }: Shown, self: string, isSeen: boolean, lastSeen: number, unreadFrom: number | null): number {
  const { conversation } = useLive();
  const readUpTo = held.markers[self]?.upTo ?? 0;
  const [opened] = useState({ done: false, newest: newestSeq(held) });
  const [basis, setBasis] = useState(unreadFrom === null ? opened.newest : unreadFrom - 1);
  if (lastSeen > basis) setBasis(lastSeen);
  const unread = useMemo(() => partnersAfter(held, self, readUpTo), [held, self, readUpTo]);
  const below = useMemo(() => partnersAfter(held, self, basis).count, [held, self, basis]);
  const readable = Math.min(unread.newest, Math.max(lastSeen, opened.newest));
  useEffect(() => {
    if (isSeen && readable > readUpTo) void conversation.markRead(self, readable);
  }, [conversation, isSeen, readable, readUpTo, self]);
  return below;
}
