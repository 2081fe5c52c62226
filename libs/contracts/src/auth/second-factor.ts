import { IsString, Matches, MaxLength } from 'class-validator';
import { rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../core/rpc.js';
import { TEXTS } from '../core/texts.js';
import { Follows, Trimmed } from '../core/validators.js';

/** How the caller's second factor stands. */
export interface SecondFactorView {
  enabled: boolean;
  since: string | null;
  recoveryCodesLeft: number;
}

/** What an authenticator app takes up: by its camera from `uri`, or typed by hand. Shown once. */
export interface SecondFactorSetup {
  secret: string;
  uri: string;
}

/** Each opens the account once in place of a code. Shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

export class ProvePasswordDto {
  @Follows(rules.passwordGiven)
  password!: string;
}

export class SecondFactorCodeDto {
  @Trimmed()
  @IsString()
  @MaxLength(40)
  @Matches(/\S/, { message: TEXTS.codeRequired })
  code!: string;
}

export const getSecondFactor = defineRpc({
  subject: 'auth.second-factor.get',
  access: 'user',
  request: NoInput,
  returns: returns<SecondFactorView>(),
  errors: ['USER_NOT_FOUND'],
});

/** Makes a secret; it counts for nothing until a code made with it came back. */
export const setUpSecondFactor = defineRpc({
  subject: 'auth.second-factor.set-up',
  access: 'user',
  request: ProvePasswordDto,
  returns: returns<SecondFactorSetup>(),
  errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_ON', 'USER_NOT_FOUND'],
});

/** From here on a sign-in asks for a code. */
export const enableSecondFactor = defineRpc({
  subject: 'auth.second-factor.enable',
  access: 'user',
  request: SecondFactorCodeDto,
  returns: returns<RecoveryCodes>(),
  errors: ['CODE_INVALID', 'SECOND_FACTOR_OFF', 'SECOND_FACTOR_ON'],
});

/** New codes; the older ones are worth nothing. */
export const renewRecoveryCodes = defineRpc({
  subject: 'auth.second-factor.renew-codes',
  access: 'user',
  request: ProvePasswordDto,
  returns: returns<RecoveryCodes>(),
  errors: ['WRONG_PASSWORD', 'SECOND_FACTOR_OFF', 'USER_NOT_FOUND'],
});

export const disableSecondFactor = defineRpc({
  subject: 'auth.second-factor.disable',
  access: 'user',
  request: ProvePasswordDto,
  returns: returns<Done>(),
  errors: ['WRONG_PASSWORD', 'USER_NOT_FOUND'],
});
