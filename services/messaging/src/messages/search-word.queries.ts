import { type Tx, statement } from '@duet/service-kit';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * An expression: the search words of a text, each prefixed with the last 12 characters of its conversation's id, so that a
 * search reads one conversation's index entries. Words of 255 characters or more are left out: PostgreSQL rejects the longest.
 */
export const wordsUnder = (text: string, chatId: string): string =>
  `(replace(' ' || strip(to_tsvector('simple', CASE WHEN length(${text}) < 255 THEN ${text} ELSE regexp_replace(${text}, '[^[:space:]]{255,}', ' ', 'g') END))::text, ' ''', ' ''' || right(${chatId}::text, 12)))::tsvector`;

/** The search words of a message `m`; must equal the expression of the index `messages_search`. */
export const WORDS_OF_M = wordsUnder('m.content', 'm.conversation_id');

const readLexemes = statement<{ lexemes: string[] }>(
  { lexemes: 'text[]' },
  `SELECT tsvector_to_array(to_tsvector('simple', $1)) AS lexemes`,
);

/**
 * Builds the tsquery for typed text in one conversation: every word must match as a prefix. Only letters and digits pass, so
 * the input contains no operators. Null without words.
 */
export async function searchWords(tx: Tx, chatId: string, typed: string): Promise<string | null> {
  const words = (typed.match(WORD) ?? []).join(' ');
  const [row] = await readLexemes(tx, [words]);
  const lexemes = row?.lexemes ?? [];
  return lexemes.length === 0 ? null : lexemes.map((lexeme) => `'${chatId.slice(-12)}${lexeme}':*`).join(' & ');
}
