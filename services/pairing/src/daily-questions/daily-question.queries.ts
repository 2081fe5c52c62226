import { prepared } from '@duet/service-kit';

interface IdRow {
  id: string;
}

/**
 * Selects today's question and the earlier ones that the person can still answer, newest first. Parameters: couple, first
 * answerable day, today, person.
 */
export const selectOpenQuestions = prepared<IdRow>(
  'daily-question-open',
  { id: 'uuid' },
  `SELECT q.id FROM daily_questions q
   WHERE q.couple_id = $1 AND (q.day_key = $3 OR q.day_key >= $2 AND q.day_key < $3
     AND NOT EXISTS (SELECT 1 FROM daily_answers a WHERE a.question_id = q.id AND a.user_id = $4))
   ORDER BY q.day_key DESC`,
);

/**
 * Selects revealed questions, newest first, so that a search never reads an answer that is still secret. Parameters:
 * couple, cursor or null, LIKE pattern or null, limit, ids of library questions that match in the reader's language.
 */
export const selectRevealedQuestions = prepared<IdRow>(
  'daily-question-history',
  { id: 'uuid' },
  `SELECT q.id FROM daily_questions q LEFT JOIN own_questions o ON o.id = q.own_id
   WHERE q.couple_id = $1 AND q.revealed_at IS NOT NULL AND ($2::text IS NULL OR q.day_key < $2)
     AND (SELECT count(*) FROM daily_answers a WHERE a.question_id = q.id) = 2
     AND ($3::text IS NULL OR q.words LIKE $3 OR o.words LIKE $3 OR q.library_id = ANY($5::text[])
       OR EXISTS (SELECT 1 FROM daily_answers a WHERE a.question_id = q.id AND a.words LIKE $3))
   ORDER BY q.day_key DESC LIMIT $4`,
);

/** Selects the questions that the person has answered, for an export. Parameters: couples, cursor or null, person, limit. */
export const selectAnsweredQuestions = prepared<IdRow>(
  'daily-question-answered',
  { id: 'uuid' },
  `SELECT q.id FROM daily_questions q
   WHERE q.couple_id = ANY($1::uuid[]) AND ($2::uuid IS NULL OR q.id > $2)
     AND EXISTS (SELECT 1 FROM daily_answers a WHERE a.question_id = q.id AND a.user_id = $3)
   ORDER BY q.id LIMIT $4`,
);
