import { IsString, MaxLength, MinLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../core/rpc.js';
import { Trimmed } from '../core/validators.js';
import { BackwardsQueryDto } from './messages.js';
import type { MessageView } from './views.js';

/** Words, each matched from its start; newest first. `before` (a seq) continues where a page ended. */
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
