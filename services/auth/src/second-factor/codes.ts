import { randomInt } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { Secret, TOTP } from 'otpauth';

/** The parameters of RFC 6238 that all authenticator apps support. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Accepted periods of 30 s before and after the current one, for clock skew and slow typing. */
const WINDOW = 1;

/** Without look-alike characters, and without vowels, which would form words. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const RECOVERY_LENGTH = 10;

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totp = (secret: string, label = ''): TOTP =>
  new TOTP({ ...SETTINGS, issuer: 'Duet', label, secret: Secret.fromBase32(secret) });

/** The content of the QR code. @param label the account's name in the authenticator app */
export const otpUri = (secret: string, label: string): string => totp(secret, label).toString();

/** The 30 s period of a code, counted from the epoch; null when the code is wrong for the periods around `now`. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}

const recoveryCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Recovery codes as they are shown, in two groups of five characters. About 47 bits each. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < LIMITS.recoveryCodes) codes.add(recoveryCode().replace(/^(.{5})/, '$1-'));
  return [...codes];
}

/** A typed code without spaces, hyphens and case. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s-]+/g, '')
    .toLowerCase();
