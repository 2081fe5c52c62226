import { type ConversationState, visibleMessages } from '@duet/contracts/plain';
import { useEffect, useMemo } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { useUnsent } from '../../api/unsent.js';
import { type Line, linesOf } from './lines.js';

export interface ConversationNow {
  load: 'loading' | 'ready' | 'failed';
  held: ConversationState | null;
  lines: Line[];
}

/** Opens the conversation and follows it: what is stored, and what is on its way. */
export function useConversation(chatId: string, self: string): ConversationNow {
  const { conversation } = useLive();
  useEffect(() => conversation.open(chatId), [conversation, chatId]);
  const held = useLiveState((state) => (state.live.held?.chatId === chatId ? state.live.held : null));
  const load = useLiveState((state) => state.live.load);
  const sends = useUnsent(chatId);
  const unanswered = useLiveState((state) => state.outgoing.unanswered);
  const messages = useMemo(() => (held ? visibleMessages(held) : []), [held]);
  const lines = useMemo(
    () => linesOf(messages, sends, unanswered, self),
    [messages, sends, unanswered, self],
  );
  const shown = held?.window ? 'ready' : load;
  return { load: held === null ? 'loading' : shown, held, lines };
}
