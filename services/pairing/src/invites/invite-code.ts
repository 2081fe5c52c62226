import { randomInt } from 'node:crypto';
import { LIMITS } from '@duet/contracts';

/** No 0 and O, no 1 and I: a code survives being read aloud. 32 signs, so 8 of them are 40 random bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const SHAPE = new RegExp(`^(?=.*\\d)(?=.*[A-Z])[${SIGNS}]{${LIMITS.inviteCodeLength}}$`);

/** Codes have a digit and a letter, so that a mistyped one is told from most usernames. */
export function newInviteCode(): string {
  const code = Array.from({ length: LIMITS.inviteCodeLength }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return SHAPE.test(code) ? code : newInviteCode();
}

/** The code that somebody typed, in any case and with blanks or dashes between; null when it cannot be one. */
export function inviteCodeIn(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return SHAPE.test(code) ? code : null;
}
