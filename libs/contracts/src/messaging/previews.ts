import { defineRpc, returns } from '../core/rpc.js';
import { MessageIdDto } from './corrections.js';
import type { MessageView } from './views.js';

/** Takes the preview from one's own message, or keeps one from coming. It comes back only with another link. */
export const removePreview = defineRpc({
  subject: 'messaging.preview.remove',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'ACCESS_DENIED'],
});

/** For media, when it is about to look: of which link a preview is wanted now; null for none. */
export const wantedPreview = defineRpc({
  subject: 'messaging.preview.wanted',
  access: 'public',
  request: MessageIdDto,
  returns: returns<{ url: string | null }>(),
  errors: [],
});
