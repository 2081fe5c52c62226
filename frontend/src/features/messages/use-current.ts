import type { MessageView } from '@duet/contracts';
import { type ConversationState, messageAt } from '@duet/contracts/plain';
import { useLiveState } from '../../api/live-context.js';

/** The later of what is held of a message and what was told of it elsewhere. */
export function latestOf(held: ConversationState | null, message: MessageView): MessageView {
  const known = held?.chatId === message.chatId ? messageAt(held, message.seq) : undefined;
  return known && known.rev >= message.rev ? known : message;
}

/** A message as it is now, also while its menu is open or its answer is written. */
export const useCurrent = (message: MessageView): MessageView => useLiveState((state) => latestOf(state.live.held, message));
