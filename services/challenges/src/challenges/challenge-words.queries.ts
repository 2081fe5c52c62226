import { statement } from '@duet/service-kit';

/** The words by which a challenge is found; `words` are its description and the titles of its steps. */
export const readWords = statement<{ id: string; title: string; words: string }>(
  { id: 'uuid', title: 'text', words: 'text' },
  `SELECT c.id, c.title, concat_ws(E'\n', nullif(c.description, ''), (
     SELECT string_agg(s.title, E'\n' ORDER BY s.position) FROM challenge_steps s WHERE s.challenge_id = c.id)) AS words
   FROM challenges c WHERE c.couple_id = $1 ORDER BY c.id DESC LIMIT $2`,
);
