import { TEXTS, rules } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';

/** They would reverse the text around a name, as in “… would like to be your partner”. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name on one line, in Unicode NFC: a line break would reach mail headers and toasts. */
export const tidyName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(DIRECTION_OVERRIDES, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/**
 * The address in Unicode NFKC, so that look-alike spellings of one mailbox are one account.
 * @throws AppError VALIDATION_FAILED when that form is not an address
 */
export function tidyEmail(email: string): string {
  const tidy = email.normalize('NFKC').trim();
  if (rules.email(tidy) !== null) throw fieldError('email', TEXTS.emailInvalid);
  return tidy;
}

/** The key under which an address is unique. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** The key under which a username is unique. Usernames are ASCII. */
export const usernameKey = (username: string): string => username.toLowerCase();
