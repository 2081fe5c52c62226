import { IsUUID } from 'class-validator';
import { rules } from '../core/rules.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { Follows } from '../core/validators.js';
import type { MessageView } from '../conversation/views.js';

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

/** Edits a text of the caller's, at any age. The same text changes nothing. */
export const editMessage = defineRpc({
  subject: 'messaging.message.edit',
  access: 'user',
  request: EditMessageDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'ACCESS_DENIED', 'MESSAGE_NOT_EDITABLE'],
});

/** Deletes a message of the caller's for both, at any age. A tombstone keeps its place. A repeated call changes nothing. */
export const deleteMessage = defineRpc({
  subject: 'messaging.message.delete',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'ACCESS_DENIED'],
});
