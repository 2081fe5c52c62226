import { randomInt } from 'node:crypto';
import { LIMITS } from '@duet/contracts';

/** Without 0, O, 1 and I, so that a code can be read aloud. 32 characters: 8 of them have 40 random bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const SHAPE = new RegExp(`^(?=.*\\d)(?=.*[A-Z])[${SIGNS}]{${LIMITS.inviteCodeLength}}$`);

/** Every code has a digit and a letter, so that most usernames cannot be mistaken for one. */
export function newInviteCode(): string {
  const code = Array.from({ length: LIMITS.inviteCodeLength }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  return SHAPE.test(code) ? code : newInviteCode();
}

/** Reads a typed code in any case, with blanks or dashes; null when the text cannot be one. */
export function inviteCodeIn(text: string): string | null {
  const code = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return SHAPE.test(code) ? code : null;
}
