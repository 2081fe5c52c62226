const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * What was typed as a text search: every word, each from its start. Only letters and digits get through, so nothing
 * that was typed is an operator. Null where no word is left.
 */
export function searchWords(typed: string): string | null {
  const words = typed.match(WORD) ?? [];
  return words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');
}
