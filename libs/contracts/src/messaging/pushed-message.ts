import { IsOptional, IsUUID } from 'class-validator';
import { NoInput, defineRpc, returns } from '../core/rpc.js';
import { MessageIdDto } from './corrections.js';
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

/** What a device of somebody's is about to be told of: the message, or this person's reaction to it. */
export class PushAboutDto extends MessageIdDto {
  @IsUUID()
  receiverId!: string;

  @IsOptional()
  @IsUUID()
  reactedBy?: string;
}

/** For auth, right before a push leaves: whether it still says something new. */
export const wantedPush = defineRpc({
  subject: 'messaging.pushed-message.wanted',
  access: 'public',
  request: PushAboutDto,
  returns: returns<{ wanted: boolean }>(),
  errors: [],
});
