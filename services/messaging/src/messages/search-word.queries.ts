import {
  STICKERS,
  STICKER_IDS,
  type StickerId,
  type TextLanguage,
  matchesWords,
  searchWordsOf,
  stickerNameIn,
} from '@duet/contracts';
import { type Tx, statement } from '@duet/service-kit';

/** The separators of words: punctuation, symbols, spaces and invisible characters. */
const SEPARATORS = String.raw`[[:punct:][:space:]\u00ad\u200b-\u200f\u2060\ufe0f\ufeff]+`;

/** The collation knows the letters of all scripts. That of the database may know only ASCII. */
const separated = (text: string): string => `regexp_replace(${text} COLLATE "pg_c_utf8", '${SEPARATORS}', ' ', 'g')`;

/** The number of the rule in `wordsOf`, which every change of it raises. */
export const WORDS_RULE = 2;

/**
 * An expression: the search words of a text. It separates them itself, because PostgreSQL's parser makes one word of an
 * e-mail address, a host, a path, a date or a decimal. Words of 255 characters or more are left out: PostgreSQL rejects the
 * longest.
 */
export const wordsOf = (text: string): string =>
  `to_tsvector('simple', CASE WHEN length(${text}) < 255 THEN ${separated(text)} ELSE regexp_replace(${separated(text)}, '[^ ]{255,}', ' ', 'g') END)`;

/**
 * An expression: the same words, each prefixed with the last 12 characters of its conversation's id, so that a search reads one
 * conversation's index entries.
 */
export const wordsUnder = (text: string, chatId: string): string =>
  `(replace(' ' || strip(${wordsOf(text)})::text, ' ''', ' ''' || right(${chatId}::text, 12)))::tsvector`;

const readLexemes = statement<{ lexemes: string[] }>(
  { lexemes: 'text[]' },
  `SELECT tsvector_to_array(${wordsOf('$1::text')}) AS lexemes`,
);

/** Typed words, each of which must match as a prefix. */
export interface SearchWords {
  /** A tsquery for texts. */
  texts: string;
  /** LIKE patterns that every such text matches in lower case. They cost a tenth of a match. */
  patterns: string[];
  /** A tsquery for `wordsUnder`. */
  transcripts: string;
  /** The stickers whose name in the reader's language matches. Messages have the English name as text. */
  stickers: StickerId[];
  /** A tsquery for blocks, whose words are those of texts: it also matches where one of the stickers can be. */
  blocks: string;
}

/**
 * The words of typed text for a search in one conversation. They are separated as those of messages are, so they contain no
 * operators of a query or a pattern. Null without words.
 */
export async function searchWords(
  tx: Tx,
  chatId: string,
  typed: string,
  language: TextLanguage,
): Promise<SearchWords | null> {
  const [row] = await readLexemes(tx, [typed]);
  const lexemes = row?.lexemes ?? [];
  if (lexemes.length === 0) return null;
  const query = (prefix: string) => lexemes.map((lexeme) => `'${prefix}${lexeme}':*`).join(' & ');
  const stickers = STICKER_IDS.filter((id) => matchesWords(stickerNameIn(language, id, STICKERS[id]), typed));
  const named = stickers.map(
    (id) =>
      `(${searchWordsOf(STICKERS[id])
        .map((word) => `'${word}'`)
        .join(' & ')})`,
  );
  return {
    stickers,
    blocks: [`(${query('')})`, ...named].join(' | '),
    texts: query(''),
    patterns: lexemes.map((lexeme) => `%${lexeme}%`),
    transcripts: query(chatId.slice(-12)),
  };
}
