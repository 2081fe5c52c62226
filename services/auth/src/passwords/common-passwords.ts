import { TEXTS } from '@duet/contracts';
import { fieldError } from '@duet/service-kit';
import { dictionary } from '@zxcvbn-ts/language-common';
import { isGuessable } from './guesses.js';

const COMMON = new Set(dictionary['passwords-common']);

/** Length that must remain of a password after the owner's names are removed: names add no protection. */
const MIN_REST = 5;

const MIN_NAME = 3;

/** The owner's data that an attacker tries first. */
export interface Owner {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

const namesOf = (owner: Owner): string[] =>
  [owner.firstName, owner.lastName, owner.username, owner.email.split('@')[0] ?? '']
    .flatMap((name) => [plain(name), ...plain(name).split(/[\s._-]+/)])
    .filter((name) => name.length >= MIN_NAME)
    .sort((a, b) => b.length - a.length);

/** True for the most common passwords in any case, for the owner's names with a few characters, and for guessable ones such as a word with a year. */
export function isCommon(password: string, owner: Owner): boolean {
  const lower = plain(password);
  if (COMMON.has(lower)) return true;
  const names = namesOf(owner);
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), lower);
  return (rest !== lower && rest.length < MIN_REST) || isGuessable(password.normalize('NFKC'), names);
}

/** @throws AppError VALIDATION_FAILED at `field`. */
export function refuseCommon(field: string, password: string, owner: Owner): void {
  if (isCommon(password, owner)) throw fieldError(field, TEXTS.passwordCommon);
}
