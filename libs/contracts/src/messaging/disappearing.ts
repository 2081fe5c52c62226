import { IsIn, ValidateIf } from 'class-validator';
import { defineRpc, returns } from '../core/rpc.js';
import type { ConversationSettingsView } from './views.js';

const HOUR = 60 * 60;

/** After how many seconds messages may disappear. */
export const DISAPPEAR_AFTER = [HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR] as const;

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
