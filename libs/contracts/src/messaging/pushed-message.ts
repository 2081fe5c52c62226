import { NoInput, defineRpc, returns } from '../core/rpc.js';
import type { MessageType } from './views.js';

/** A message as a notification shows it: the start of its words. */
export interface PushedMessageView {
  firstName: string;
  content: string;
  messageType: MessageType;
  /** The partner's reactions to it, the latest last. */
  reactions: string[];
}

/** The one message that the token names, for a device that was told of it. */
export const readPushedMessage = defineRpc({
  subject: 'messaging.pushed-message.read',
  access: 'user',
  request: NoInput,
  returns: returns<PushedMessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
  tokens: ['notice'],
});
