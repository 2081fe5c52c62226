import { defineRpc, returns } from '../bus/rpc.js';
import { MessageIdDto } from './corrections.js';
import type { MessageView } from '../conversation/views.js';

/** Removes the preview of a message of the caller's, or prevents it. Only another link brings a new one. */
export const removePreview = defineRpc({
  subject: 'messaging.preview.remove',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'ACCESS_DENIED'],
});

/** Returns the link that needs a preview, for media; null for none. */
export const wantedPreview = defineRpc({
  subject: 'messaging.preview.wanted',
  access: 'process',
  request: MessageIdDto,
  returns: returns<{ url: string | null }>(),
  errors: [],
});
