import { IsIn, IsOptional, IsUUID, ValidateIf } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import { type ConversationSettingsView, DISAPPEAR_AFTER } from '../conversation/views.js';

/**
 * Seconds; null: never. Existing messages keep their time. With a `chatId` the call fails unless that conversation is the
 * caller's current one.
 */
export class DisappearingDto {
  @IsOptional()
  @IsUUID()
  chatId?: string;

  @ValidateIf(({ seconds }: DisappearingDto) => seconds !== null)
  @IsIn(DISAPPEAR_AFTER)
  seconds!: number | null;
}

/** Sets when messages disappear, for both. A change adds a system message to the conversation. */
export const setDisappearing = defineRpc({
  subject: 'messaging.conversation.set-disappearing',
  access: 'user',
  request: DisappearingDto,
  returns: returns<ConversationSettingsView>(),
  errors: ['NO_PARTNER', 'CONVERSATION_NOT_FOUND'],
});
