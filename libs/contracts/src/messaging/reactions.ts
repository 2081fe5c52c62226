import { Transform } from 'class-transformer';
import { IsUUID } from 'class-validator';
import { rules } from '../core/rules.js';
import { defineRpc, returns } from '../bus/rpc.js';
import { Follows } from '../core/validators.js';
import { canonicalEmoji } from '../core/emoji.js';
import type { MessageView } from '../conversation/views.js';

export class ReactionDto {
  /** Normalised, so that two spellings of an emoji are one reaction. */
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
