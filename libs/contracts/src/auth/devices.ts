import { rules } from '../core/rules.js';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
import { Follows, Trimmed } from '../core/validators.js';

/** The e-mail address that a sign-in names. */
export class NamedAccountDto {
  @Trimmed()
  @Follows(rules.email)
  email!: string;
}

/**
 * Returns whether the device token (`client.device`) belongs to a browser that has signed in to this account; false for
 * an unknown account. The edge asks before it counts a sign-in attempt.
 */
export const recogniseDevice = defineRpc({
  subject: 'auth.device.recognise',
  access: 'process',
  request: NamedAccountDto,
  returns: returns<{ recognised: boolean }>(),
  errors: [],
});

/** Reports many wrong passwords. auth mails the owner, at most once a day. The answer is the same for an unknown account. */
export const reportSignInAttempts = defineRpc({
  subject: 'auth.device.report-attempts',
  access: 'process',
  request: NamedAccountDto,
  returns: returns<Done>(),
  errors: [],
});
