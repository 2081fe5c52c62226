import { IsIn, IsOptional, IsUUID, ValidateIf } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { Place, QueryNumber } from '../core/validators.js';
import { MessageIdDto } from './corrections.js';
import type { MessageMarkView, MessageView, UnreadMarkView } from '../conversation/views.js';

/** A mark with the own revision of its last change. */
export interface MarkedMessage extends MessageMarkView {
  ownRev: number;
}

/** Stars a message for the caller alone. A repeated call changes nothing. */
export const starMessage = defineRpc({
  subject: 'messaging.message.star',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MarkedMessage>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

export const unstarMessage = defineRpc({
  subject: 'messaging.message.unstar',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MarkedMessage>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

/** `cursor` is the `nextCursor` of the page before. */
export class StarredQueryDto {
  @IsOptional()
  @QueryNumber(1)
  cursor?: number;
}

export interface StarredMessage {
  message: MessageView;
  starredAt: string;
}

/** The last starred message first. `nextCursor` is null at the end. */
export interface StarredPage {
  items: StarredMessage[];
  nextCursor: string | null;
}

/** Lists the caller's starred messages, without those that are gone. */
export const listStarred = defineRpc({
  subject: 'messaging.message.list-starred',
  access: 'user',
  request: StarredQueryDto,
  returns: returns<StarredPage>(),
  errors: ['NO_PARTNER'],
});

/** `me`: the message is deleted for the caller alone; without it, for both. */
export class DeleteQueryDto {
  @IsOptional()
  @IsIn(['me'])
  for?: 'me';
}

/** Deletes a message of either partner for the caller alone, for good. Returns it as the caller sees it from now on. */
export const hideMessage = defineRpc({
  subject: 'messaging.message.hide',
  access: 'user',
  request: MessageIdDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND'],
});

/** `from` is the seq of a message; null takes the mark back. */
export class MarkUnreadDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @ValidateIf(({ from }: MarkUnreadDto) => from !== null)
  @Place(1)
  from!: number | null;
}

/** The unread mark with the own revision of its last change. `unread` counts the partner's messages with it. */
export interface UnreadMarked extends UnreadMarkView {
  ownRev: number;
  unread: number;
}

/** Marks the caller's conversation as unread from a message on. The partner sees nothing: read markers stay. */
export const markUnread = defineRpc({
  subject: 'messaging.conversation.mark-unread',
  access: 'user',
  request: MarkUnreadDto,
  returns: returns<UnreadMarked>(),
  errors: ['NO_PARTNER', 'CONVERSATION_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});
