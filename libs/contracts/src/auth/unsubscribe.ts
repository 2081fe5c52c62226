import { IsString, MaxLength } from 'class-validator';
import { type Done, defineRpc, returns } from '../bus/rpc.js';

export class UnsubscribeDto {
  @IsString()
  @MaxLength(200)
  token!: string;
}

/** Switches off the mails of one kind by the link in such a mail. Repeating it changes nothing. */
export const unsubscribeByLink = defineRpc({
  subject: 'auth.mails.unsubscribe',
  access: 'process',
  request: UnsubscribeDto,
  returns: returns<Done>(),
  errors: ['TOKEN_INVALID'],
});
