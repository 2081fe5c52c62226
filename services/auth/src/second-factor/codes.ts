import { randomInt } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it. */
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** One half minute to either side, for a clock that differs and a hand that is slow. */
const WINDOW = 1;

/** No letter that is mistaken for another, and none that makes words. */
const ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';
const RECOVERY_LENGTH = 10;

export const newSecret = (): string => new Secret({ size: 20 }).base32;

const totp = (secret: string, label = ''): TOTP => new TOTP({ ...SETTINGS, issuer: 'Duet', label, secret: Secret.fromBase32(secret) });

/** What the QR code says. @param label whose account it is, as the app lists it */
export const otpUri = (secret: string, label: string): string => totp(secret, label).toString();

/** The half minute that the code is of; null when it is of none around `now`. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: SETTINGS.period, timestamp }) + delta;
}

const recoveryCode = (): string => Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** As they are shown: two groups of five. About 47 bits each. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < LIMITS.recoveryCodes) codes.add(recoveryCode().replace(/^(.{5})/, '$1-'));
  return [...codes];
}

/** What a person typed, without what only helps to read it. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]+/g, '').toLowerCase();
