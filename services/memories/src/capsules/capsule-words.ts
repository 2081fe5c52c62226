import { searchWordsOf } from '@duet/contracts';

/**
 * Builds the tsquery for typed text among a couple's words: each must match from its start. Words are letters and digits
 * alone, so the input contains no operators. Null without words.
 */
export function searchQuery(coupleId: string, typed: string): string | null {
  const words = searchWordsOf(typed);
  return words.length === 0 ? null : words.map((word) => `'${coupleId.slice(-12)}${word}':*`).join(' & ');
}

/** A condition of SQL over a capsule `c`: all words of `:words` occur in it. Of a sealed one only the title counts. */
export const CAPSULE_MATCHES = `
  capsule_words(c.title, c.description, c.tags, c.couple_id) @@ :words::tsquery
  AND (c.status NOT IN ('sealed', 'ready') OR words_under(c.title, c.couple_id) @@ :words::tsquery)`;

/** The same over a contribution `r`. It says nothing about who may read it. */
export const CONTRIBUTION_MATCHES = 'contribution_words(r.text, r.place_label, r.couple_id) @@ :words::tsquery';
