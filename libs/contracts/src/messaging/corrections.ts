import { IsUUID } from 'class-validator';
import { rules } from '../core/rules.js';
import { defineRpc, returns } from '../core/rpc.js';
import { Follows } from '../core/validators.js';
import type { MessageView } from './views.js';

export class EditDto {
  @Follows(rules.messageContent)
  content!: string;
}

export class EditMessageDto extends EditDto {
  @IsUUID()
  messageId!: string;
}

export class MessageIdDto {
  @IsUUID()
  messageId!: string;
}

/** One's own text, at any age. The same text again changes nothing. */
export const editMessage = defineRpc({
  subject: 'messaging.message.edit',
  access: 'user',
  request: EditMessageDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'ACCESS_DENIED', 'MESSAGE_NOT_EDITABLE'],
});

/** One's own message, for both, at any age; a tombstone keeps its place. Deleting it again changes nothing. */
export const deleteMessage = defineRpc({
  subject: 'messaging.message.delete',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'ACCESS_DENIED'],
});
