import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

/**
 * The guesses that an attacker with ten addresses makes in weeks. It is also the estimate for six random characters, the
 * minimum of the specification.
 */
const MIN_GUESSES = 1_000_000;

/**
 * The cost of the estimate grows with the square of the length and with the number of substitutions, as in 'p@ssw0rd'. Within
 * these bounds it blocks the event loop for some 10 ms. No list of known passwords contains a longer one.
 */
const MAX_LENGTH = 24;
const MAX_SUBSTITUTIONS = 4;

/** Attackers know the product's name. */
const PRODUCT_NAME = 'duet';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  maxLength: MAX_LENGTH,
});

const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Attackers try 'Winter2025!' right after 'Winter2025'; the estimate does not model that. */
function withoutTrailingSymbols(password: string): string {
  const characters = [...password];
  return characters.slice(0, characters.findLastIndex(isWordCharacter) + 1).join('');
}

/** Whether few guesses from words, names, years and keyboard rows find the password (zxcvbn). @param names of its owner */
export function isGuessable(password: string, names: readonly string[]): boolean {
  if (password.length > MAX_LENGTH) return false;
  const known = [PRODUCT_NAME, ...names.map((name) => name.slice(0, MAX_LENGTH))];
  return [...new Set([password, withoutTrailingSymbols(password)])].some(
    (one) => estimator.check(one, known).guesses < MIN_GUESSES,
  );
}
