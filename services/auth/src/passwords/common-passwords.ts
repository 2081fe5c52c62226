import { TEXTS } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';
import { dictionary } from '@zxcvbn-ts/language-common';

const COMMON = new Set(dictionary['passwords-common']);

/** A name within a password protects nothing; what is left of it must be at least this long. */
const REST_LENGTH = 5;

const SHORTEST_NAME = 3;

/** What an attacker who knows the person tries first. */
export interface Owner {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** True for the world's commonest passwords in any case, and for one's own names with a few characters added. */
export function isCommon(password: string, owner: Owner): boolean {
  const lower = plain(password);
  if (COMMON.has(lower)) return true;
  const names = [owner.firstName, owner.lastName, owner.username, owner.email.split('@')[0] ?? '']
    .flatMap((name) => [plain(name), ...plain(name).split(/[\s._-]+/)])
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((a, b) => b.length - a.length);
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), lower);
  return rest !== lower && rest.length < REST_LENGTH;
}

/** @throws AppError VALIDATION_FAILED at `field`. */
export function refuseCommon(field: string, password: string, owner: Owner): void {
  if (isCommon(password, owner)) throw fieldError(field, TEXTS.passwordCommon);
}
