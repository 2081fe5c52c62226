import { type Tx, statement } from '@duet/service-kit';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** An expression: the search words of a text. Words of 255 characters or more are left out: PostgreSQL rejects the longest. */
export const wordsOf = (text: string): string =>
  `to_tsvector('simple', CASE WHEN length(${text}) < 255 THEN ${text} ELSE regexp_replace(${text}, '[^[:space:]]{255,}', ' ', 'g') END)`;

/**
 * An expression: the same words, each prefixed with the last 12 characters of its conversation's id, so that a search reads one
 * conversation's index entries.
 */
export const wordsUnder = (text: string, chatId: string): string =>
  `(replace(' ' || strip(${wordsOf(text)})::text, ' ''', ' ''' || right(${chatId}::text, 12)))::tsvector`;

const readLexemes = statement<{ lexemes: string[] }>(
  { lexemes: 'text[]' },
  `SELECT tsvector_to_array(to_tsvector('simple', $1)) AS lexemes`,
);

/** Typed words, each of which must match as a prefix. */
export interface SearchWords {
  /** A tsquery for texts. */
  texts: string;
  /** LIKE patterns that every such text matches in lower case. They cost a tenth of a match. */
  patterns: string[];
  /** A tsquery for `wordsUnder`. */
  transcripts: string;
}

/**
 * The words of typed text for a search in one conversation. Only letters and digits pass, so the input contains no operators.
 * Null without words.
 */
export async function searchWords(tx: Tx, chatId: string, typed: string): Promise<SearchWords | null> {
  const words = (typed.match(WORD) ?? []).join(' ');
  const [row] = await readLexemes(tx, [words]);
  const lexemes = row?.lexemes ?? [];
  if (lexemes.length === 0) return null;
  const query = (prefix: string) => lexemes.map((lexeme) => `'${prefix}${lexeme}':*`).join(' & ');
  return {
    texts: query(''),
    patterns: lexemes.map((lexeme) => `%${lexeme}%`),
    transcripts: query(chatId.slice(-12)),
  };
}
