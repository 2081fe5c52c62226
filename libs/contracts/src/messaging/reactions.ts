import { Transform } from 'class-transformer';
import { IsUUID } from 'class-validator';
import { rules } from '../core/rules.js';
import { defineRpc, returns } from '../core/rpc.js';
import { Follows } from '../core/validators.js';
import { canonicalEmoji } from './emoji.js';
import type { MessageView } from './views.js';

export class ReactionDto {
  /** Two spellings of one emoji must be one reaction. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (canonicalEmoji(value) ?? value) : value))
  @Follows(rules.emoji)
  emoji!: string;
}

export class ToggleReactionDto extends ReactionDto {
  @IsUUID()
  messageId!: string;
}

export const toggleReaction = defineRpc({
  subject: 'messaging.reaction.toggle',
  access: 'user',
  request: ToggleReactionDto,
  returns: returns<MessageView>(),
  errors: ['NO_PARTNER', 'MESSAGE_NOT_FOUND', 'TOO_MANY_REACTIONS'],
});
