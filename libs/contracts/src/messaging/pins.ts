import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { MessageIdDto } from './corrections.js';
import type { MessageView } from '../conversation/views.js';

/** Pins a message for both. A repeated call changes nothing. */
export const pinMessage = defineRpc({
  subject: 'messaging.message.pin',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'TOO_MANY_PINS'],
});

export const unpinMessage = defineRpc({
  subject: 'messaging.message.unpin',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

/** Lists the pinned messages, the last pinned first. */
export const listPinned = defineRpc({
  subject: 'messaging.message.list-pinned',
  access: 'user',
  request: NoInput,
  returns: returns<MessageView[]>(),
  errors: ['NO_PARTNER'],
});
