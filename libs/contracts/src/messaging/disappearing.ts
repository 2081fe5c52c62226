import { IsIn, ValidateIf } from 'class-validator';
import { defineRpc, returns } from '../core/rpc.js';
import { type ConversationSettingsView, DISAPPEAR_AFTER } from './views.js';

/** null: never. Messages that are there keep the time they were sent with. */
export class DisappearingDto {
  @ValidateIf(({ seconds }: DisappearingDto) => seconds !== null)
  @IsIn(DISAPPEAR_AFTER)
  seconds!: number | null;
}

/** For both, by either. A change posts a notice; what it is already changes nothing. */
export const setDisappearing = defineRpc({
  subject: 'messaging.conversation.set-disappearing',
  access: 'user',
  request: DisappearingDto,
  returns: returns<ConversationSettingsView>(),
  errors: ['NO_PARTNER'],
});
