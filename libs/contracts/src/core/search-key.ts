/**
 * Folds text for comparison: no case, no Latin accents, compatibility forms unified (NFKD). SQL's `lower()` folds only
 * ASCII under some locales.
 */
export const searchKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f]/g, '')
    .trim();

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The folded words of a text. */
export const searchWordsOf = (text: string): string[] => searchKey(text).match(WORD) ?? [];

/** Whether each word of the query begins a word of the text. A query without words matches nothing. */
export function matchesWords(text: string, query: string): boolean {
  const [words, sought] = [searchWordsOf(text), searchWordsOf(query)];
  return sought.length > 0 && sought.every((one) => words.some((word) => word.startsWith(one)));
}
