import { IsString, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { Trimmed } from '../core/validators.js';
import { BackwardsQueryDto } from './messages.js';
import type { MessageView } from '../conversation/views.js';

/** Searches by words, each matched from its start. Newest first; `before` (a seq) continues a page. */
export class SearchMessagesDto extends BackwardsQueryDto {
  @Trimmed()
  @IsString()
  @MinLength(LIMITS.searchMinLength)
  @MaxLength(100)
  q!: string;
}

export interface MessageHits {
  messages: MessageView[];
  hasMore: boolean;
}

export const searchMessages = defineRpc({
  subject: 'messaging.message.search',
  access: 'user',
  request: SearchMessagesDto,
  returns: returns<MessageHits>(),
  errors: ['NO_PARTNER'],
});
