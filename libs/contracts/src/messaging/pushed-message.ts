import { IsOptional, IsUUID } from 'class-validator';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { MessageIdDto } from './corrections.js';
import type { MessageType } from '../conversation/views.js';

/** A message in a notification: the start of its text. */
export interface PushedMessageView {
  firstName: string;
  content: string;
  messageType: MessageType;
  /** The partner's reactions to it, latest last. */
  reactions: string[];
}

/** Returns the message that the token names, for the device of a push. */
export const readPushedMessage = defineRpc({
  subject: 'messaging.pushed-message.read',
  access: 'user',
  request: NoInput,
  returns: returns<PushedMessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
  tokens: ['notice'],
});

/** The subject of a push: a message, or a person's reaction to it. */
export class PushAboutDto extends MessageIdDto {
  @IsUUID()
  receiverId!: string;

  @IsOptional()
  @IsUUID()
  reactedBy?: string;
}

/**
 * Returns whether a push is still news. Auth asks right before it: the receiver may have read the message meanwhile.
 */
export const shouldPush = defineRpc({
  subject: 'messaging.pushed-message.wanted',
  access: 'public',
  request: PushAboutDto,
  returns: returns<{ wanted: boolean }>(),
  errors: [],
});
