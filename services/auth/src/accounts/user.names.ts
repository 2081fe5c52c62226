import { TEXTS, rules } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';

/** They turn what stands around a name: 'would like to be your partner' must not read backwards. */
const DIRECTION_OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line of text in one Unicode form: a line break in a name would reach mail headers and toasts. */
export const tidyName = (name: string): string => name.normalize('NFC').replaceAll(DIRECTION_OVERRIDES, '').replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/**
 * The address in compatibility form, so that look-alike spellings of one mailbox are one account.
 * @throws AppError VALIDATION_FAILED when that form is no address any more.
 */
export function tidyEmail(email: string): string {
  const tidy = email.normalize('NFKC').trim();
  if (rules.email(tidy) !== null) throw fieldError('email', TEXTS.emailInvalid);
  return tidy;
}

/** What makes two addresses the same. */
export const emailKey = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** What makes two usernames the same; they are ASCII. */
export const usernameKey = (username: string): string => username.toLowerCase();
