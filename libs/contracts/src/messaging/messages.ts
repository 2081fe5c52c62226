import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, IsUUID, ValidateNested } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { type Rule, rules } from '../core/rules.js';
import { TEXTS } from '../core/texts.js';
import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import { Follows, FollowsRuleOf, Place, QueryNumber } from '../core/validators.js';
import { CardDto } from './cards.js';
import { STICKER_IDS, type StickerId, stickerContentRule } from './stickers.js';
import type { ConversationPage, ReadMarkerView, SentMessage, SyncPage } from '../conversation/views.js';

/** A card has the thing's title as its content, and is no sticker. */
function contentRuleOf({ sticker, card }: SendMessageDto): Rule {
  if (sticker && card) return () => TEXTS.cardOrSticker;
  if (sticker) return stickerContentRule(sticker);
  return card ? rules.dateTitle : rules.messageContent;
}

/**
 * A new text, a sticker with its name as the content, or a card with its title. Without a `clientMessageId` a repeated call
 * sends a second message. With a `chatId` the call fails unless that conversation is the caller's current one: a text
 * written before an unlink must not reach the next partner.
 */
export class SendMessageDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @FollowsRuleOf<SendMessageDto>(contentRuleOf)
  content!: string;

  @IsOptional()
  @IsIn(STICKER_IDS)
  sticker?: StickerId;

  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => CardDto)
  card?: CardDto;

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

/** A reply. The path names the message that it answers. */
export class ReplyDto {
  @Follows(rules.messageContent)
  content!: string;

  @IsOptional()
  @IsUUID()
  clientMessageId?: string;
}

/** Page 1 is the newest. `before`, `after` and `around` are seqs; the first given one counts, and `page` is ignored. */
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

/** Newest first. `before` (a seq) continues a page. */
export class BackwardsQueryDto {
  @IsOptional()
  @QueryNumber(1)
  before?: number;

  @IsOptional()
  @QueryNumber(1, LIMITS.conversationPageMax)
  limit?: number;
}

/** `after` is a revision, `ownAfter` an own revision. `limit` applies to each of both parts. */
export class SyncQueryDto {
  @QueryNumber(0)
  after!: number;

  @IsOptional()
  @QueryNumber(0)
  ownAfter?: number;

  @IsOptional()
  @QueryNumber(1, LIMITS.syncPage)
  limit?: number;
}

/** Without `upTo` all messages are read. */
export class MarkReadDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @IsOptional()
  @Place(0)
  upTo?: number;
}

/** Marks messages up to this seq as delivered to a device of the caller's. */
export class MarkDeliveredDto {
  @IsUUID()
  chatId!: string;

  @Place(0)
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
