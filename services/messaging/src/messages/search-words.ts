import type { Tx } from '@duet/service-kit';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words of a text as they are searched, each behind the end of its conversation's id, so that a search sees nobody
 * else's. What is longer than any word (a key, a picture in letters) is left out: PostgreSQL refuses the longest.
 */
export const wordsUnder = (text: string, chatId: string): string =>
  `(replace(' ' || strip(to_tsvector('simple', CASE WHEN length(${text}) < 255 THEN ${text} ELSE regexp_replace(${text}, '[^[:space:]]{255,}', ' ', 'g') END))::text, ' ''', ' ''' || right(${chatId}::text, 12)))::tsvector`;

/** Of a message `m`, as the index `messages_search` says it, word for word. */
export const WORDS_OF_M = wordsUnder('m.content', 'm.conversation_id');

/**
 * What was typed as a text search in one conversation: every word, each from its start. Only letters and digits get
 * through, so nothing that was typed is an operator. Null where no word is left.
 */
export async function searchWords(tx: Tx, chatId: string, typed: string): Promise<string | null> {
  const words = (typed.match(WORD) ?? []).join(' ');
  const [row] = await tx.query<{ lexemes: string[] }[]>(`SELECT tsvector_to_array(to_tsvector('simple', $1)) AS lexemes`, [words]);
  const lexemes = row?.lexemes ?? [];
  return lexemes.length === 0 ? null : lexemes.map((lexeme) => `'${chatId.slice(-12)}${lexeme}':*`).join(' & ');
}
