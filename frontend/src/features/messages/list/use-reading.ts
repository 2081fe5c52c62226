import { type ClientConversation, messageAt, newestSeq } from '@duet/contracts/plain';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { messagesAreListed, readUpToOf, useLive } from '../../../sync/index.js';
import { useAttention } from '../../../ui/visible.js';
import type { VisibleList } from '../use-conversation.js';
import { type VisibleMessages, createVisibleMessages } from './visible-messages.js';

/** How many loaded messages after this seq are the partner's. */
function partnersAfter(conversation: ClientConversation, self: string, after: number): number {
  let count = 0;
  for (let seq = newestSeq(conversation); seq > after; seq -= 1) {
    const message = messageAt(conversation, seq);
    if (message && message.sender._id !== self && message.deletedAt === null) count += 1;
  }
  return count;
}

interface Reading {
  visible: VisibleMessages;
  /** How many of the partner's messages are below the lowest one that was visible. */
  below: number;
}

/** Moves the read marker to the messages that were visible for a moment while the user was attentive. */
export function useReading(
  scroller: RefObject<HTMLElement | null>,
  { conversation }: VisibleList,
  self: string,
  unreadFrom: number | null,
): Reading {
  const live = useLive();
  const isAttentive = useAttention();
  const readUpTo = readUpToOf(conversation, self);
  const [lowest, setLowest] = useState(() => (unreadFrom === null ? newestSeq(conversation) : unreadFrom - 1));
  const [visible] = useState(() =>
    createVisibleMessages({
      scroller,
      onVisible: (seq) => setLowest((before) => Math.max(before, seq)),
      onRead: (seq) => void live.conversation.markRead(self, seq),
    }),
  );
  const below = useMemo(() => partnersAfter(conversation, self, lowest), [conversation, self, lowest]);
  useEffect(() => visible.update({ isAttentive, readUpTo }), [visible, isAttentive, readUpTo]);
  useEffect(() => visible.stop, [visible]);
  useEffect(() => messagesAreListed(conversation.chatId, visible.isVisible), [conversation.chatId, visible]);
  return { visible, below };
}
