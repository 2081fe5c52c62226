import { IsString, MaxLength } from 'class-validator';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { NamedAccountDto } from './devices.js';
import type { AccountView } from './views.js';

/** The secret of a mailed link. */
export class MailedTokenDto {
  @IsString()
  @MaxLength(200)
  token!: string;
}

export interface SecondFactorRemoval {
  /** When the second factor is removed, unless the removal is cancelled before. */
  removalAt: string;
}

/** Mails a link that begins the removal. Answer and timing are the same for an unknown account. */
export const askSecondFactorRemoval = defineRpc({
  subject: 'auth.second-factor.ask-removal',
  access: 'process',
  request: NamedAccountDto,
  returns: returns<Done>(),
  errors: [],
});

/** Redeems that link. The removal is due after three days and is announced by mail and in every session. */
export const beginSecondFactorRemoval = defineRpc({
  subject: 'auth.second-factor.begin-removal',
  access: 'process',
  request: MailedTokenDto,
  returns: returns<SecondFactorRemoval>(),
  errors: ['TOKEN_INVALID'],
});

/** Cancels the removal by the link in its announcement. */
export const keepSecondFactor = defineRpc({
  subject: 'auth.second-factor.keep',
  access: 'process',
  request: MailedTokenDto,
  returns: returns<Done>(),
  errors: ['TOKEN_INVALID'],
});

/** Cancels the removal from any session. Without a pending removal nothing changes. */
export const cancelSecondFactorRemoval = defineRpc({
  subject: 'auth.second-factor.cancel-removal',
  access: 'user',
  request: NoInput,
  returns: returns<AccountView>(),
  errors: ['USER_NOT_FOUND'],
});
