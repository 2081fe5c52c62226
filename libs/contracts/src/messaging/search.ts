import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { LIMITS } from '../core/limits.js';
import { defineRpc, returns } from '../core/rpc.js';
import { Trimmed } from '../core/validators.js';
import type { MessageView } from './views.js';

/** Words, each matched from its start; newest first. `before` (a seq) continues where a page ended. */
export class SearchMessagesDto {
  @Trimmed()
  @IsString()
  @MinLength(LIMITS.searchMinLength)
  @MaxLength(100)
  q!: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  before?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(LIMITS.conversationPageMax)
  limit?: number;
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
