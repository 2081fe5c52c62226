import { IsOptional, IsUUID } from 'class-validator';
import { type Done, NoInput, PUSH_TOKEN, defineRpc, returns } from '../bus/rpc.js';
import { rules } from '../core/rules.js';
import { Follows } from '../core/validators.js';
import { MessageIdDto } from './corrections.js';
import type { MessageType } from '../conversation/views.js';

/** A message in a notification: the start of its text. */
export interface PushedMessageView {
  firstName: string;
  content: string;
  messageType: MessageType;
  /** The id of a sticker, whose name is the content. The previous build does not send it. */
  sticker?: string | null;
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
  tokens: [PUSH_TOKEN],
});

/** An answer from a notification. A repeated call with the same id sends nothing twice. */
export class PushReplyDto {
  @Follows(rules.messageContent)
  content!: string;

  @IsUUID()
  clientMessageId!: string;
}

/** Sends a text into the conversation of the message that the token names. */
export const replyToPushedMessage = defineRpc({
  subject: 'messaging.pushed-message.reply',
  access: 'user',
  request: PushReplyDto,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'CONVERSATION_NOT_FOUND', 'IDEMPOTENCY_MISMATCH'],
  tokens: [PUSH_TOKEN],
});

/** Adds ❤️ to the message that the token names; a repeated call leaves it. */
export const lovePushedMessage = defineRpc({
  subject: 'messaging.pushed-message.love',
  access: 'user',
  request: NoInput,
  returns: returns<Done>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'TOO_MANY_REACTIONS'],
  tokens: [PUSH_TOKEN],
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
  access: 'process',
  request: PushAboutDto,
  returns: returns<{ wanted: boolean }>(),
  errors: [],
});
