import { NoInput, defineRpc, returns } from '../core/rpc.js';
import { MessageIdDto } from './corrections.js';
import type { MessageView } from './views.js';

/** For both. Pinning what is pinned changes nothing. */
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

/** All that are pinned, the last pinned first. */
export const listPinned = defineRpc({
  subject: 'messaging.message.list-pinned',
  access: 'user',
  request: NoInput,
  returns: returns<MessageView[]>(),
  errors: ['NO_PARTNER'],
});
