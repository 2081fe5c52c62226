import { IsIn, IsInt, IsOptional, IsUUID, Min } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { rules } from '../core/rules.js';
import { NoInput, defineRpc, returns } from '../core/rpc.js';
import { Follows, QueryNumber } from '../core/validators.js';
import type { ConversationPage, ReadMarkerView, SentMessage, SyncPage } from './views.js';

/**
 * A text. Without a `clientMessageId` the server makes one, and a repeated call is a second message. With a `chatId` it
 * is for that conversation or for none: what was written before an unlink does not reach who is linked after it.
 */
export class SendMessageDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @Follows(rules.messageContent)
  content!: string;

  @IsOptional()
  @IsIn(['text'])
  messageType?: 'text';

  @IsOptional()
  @IsUUID()
  replyTo?: string;

  @IsOptional()
  @IsUUID()
  clientMessageId?: string;
}

/** A text that answers a message; the message is named beside it. */
export class ReplyDto {
  @Follows(rules.messageContent)
  content!: string;

  @IsOptional()
  @IsUUID()
  clientMessageId?: string;
}

/** Page 1 is the newest. `before`, `after` and `around` are seqs and exclude `page`; the first of them given counts. */
export class ConversationQueryDto {
  @IsOptional()
  @QueryNumber(1)
  page?: number;

  @IsOptional()
  @QueryNumber(1, LIMITS.conversationPageMax)
  limit?: number;

  @IsOptional()
  @QueryNumber(0)
  before?: number;

  @IsOptional()
  @QueryNumber(0)
  after?: number;

  @IsOptional()
  @QueryNumber(0)
  around?: number;
}

/** Newest first; `before` (a seq) continues where a page ended. */
export class BackwardsQueryDto {
  @IsOptional()
  @QueryNumber(1)
  before?: number;

  @IsOptional()
  @QueryNumber(1, LIMITS.conversationPageMax)
  limit?: number;
}

export class SyncQueryDto {
  @QueryNumber(0)
  after!: number;

  @IsOptional()
  @QueryNumber(1, LIMITS.syncPage)
  limit?: number;
}

/** No `upTo` means everything there is. */
export class MarkReadDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @IsOptional()
  @IsInt()
  @Min(0)
  upTo?: number;
}

/** Messages up to this seq have reached a device of the caller's. */
export class MarkDeliveredDto {
  @IsUUID()
  chatId!: string;

  @IsInt()
  @Min(0)
  upTo!: number;
}

export const sendMessage = defineRpc({
  subject: 'messaging.message.send',
  access: 'user',
  request: SendMessageDto,
  returns: returns<SentMessage>(),
  errors: ['NO_PARTNER', 'IDEMPOTENCY_MISMATCH', 'MESSAGE_NOT_FOUND', 'CONVERSATION_NOT_FOUND'],
});

export const getConversation = defineRpc({
  subject: 'messaging.conversation.page',
  access: 'user',
  request: ConversationQueryDto,
  returns: returns<ConversationPage>(),
  errors: ['NO_PARTNER'],
});

export const syncConversation = defineRpc({
  subject: 'messaging.conversation.sync',
  access: 'user',
  request: SyncQueryDto,
  returns: returns<SyncPage>(),
  errors: ['NO_PARTNER'],
});

export const markRead = defineRpc({
  subject: 'messaging.read-marker.move',
  access: 'user',
  request: MarkReadDto,
  returns: returns<ReadMarkerView>(),
  errors: ['NO_PARTNER', 'CONVERSATION_NOT_FOUND'],
});

export const markDelivered = defineRpc({
  subject: 'messaging.read-marker.deliver',
  access: 'user',
  request: MarkDeliveredDto,
  returns: returns<ReadMarkerView>(),
  errors: ['CONVERSATION_NOT_FOUND'],
});

export const countUnread = defineRpc({
  subject: 'messaging.message.count-unread',
  access: 'user',
  request: NoInput,
  returns: returns<{ count: number }>(),
  errors: ['NO_PARTNER'],
});
