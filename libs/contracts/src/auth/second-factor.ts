import { IsString, Matches, MaxLength } from 'class-validator';
import { rules } from '../core/rules.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import { TEXTS } from '../core/texts.js';
import { Follows, Trimmed } from '../core/validators.js';

/** The state of the caller's second factor. */
export interface SecondFactorView {
  enabled: boolean;
  since: string | null;
  recoveryCodesLeft: number;
}

/** The secret for an authenticator app: a QR code of `uri`, or typed by hand. Shown once. */
export interface SecondFactorSetup {
  secret: string;
  uri: string;
}

/** Recovery codes. Each replaces a code once. Shown once. */
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

/** Creates a secret. It has no effect until a code of it is confirmed. */
export const setUpSecondFactor = defineRpc({
  subject: 'auth.second-factor.set-up',
  access: 'user',
  request: ProvePasswordDto,
  returns: returns<SecondFactorSetup>(),
  errors: ['WRONG_PASSWORD', 'EMAIL_UNVERIFIED', 'SECOND_FACTOR_ON', 'USER_NOT_FOUND'],
});

/** Enables the second factor: every sign-in requires a code. */
export const enableSecondFactor = defineRpc({
  subject: 'auth.second-factor.enable',
  access: 'user',
  request: SecondFactorCodeDto,
  returns: returns<RecoveryCodes>(),
  errors: ['CODE_INVALID', 'EMAIL_UNVERIFIED', 'SECOND_FACTOR_OFF', 'SECOND_FACTOR_ON', 'USER_NOT_FOUND'],
});

/** Creates new recovery codes and invalidates the older ones. */
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
