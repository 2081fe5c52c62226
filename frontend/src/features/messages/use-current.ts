import type { MessageView } from '@duet/contracts';
import { type ClientConversation, messageAt } from '@duet/contracts/plain';
import { useLiveState } from '../../sync/index.js';

/** The newer of the loaded message and the given one. */
export function latestOf(conversation: ClientConversation | null, message: MessageView): MessageView {
  const known = conversation?.chatId === message.chatId ? messageAt(conversation, message.seq) : undefined;
  return known && known.rev >= message.rev ? known : message;
}

/** The current version of a message, for overlays and the composer. */
export const useCurrent = (message: MessageView): MessageView =>
  useLiveState((state) => latestOf(state.live.conversation, message));
