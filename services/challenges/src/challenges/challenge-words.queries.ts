import { statement } from '@duet/service-kit';

/** The stored words by which a challenge is found; `steps` are the titles of its steps. */
export const readWords = statement<{
  id: string;
  templateId: string | null;
  title: string;
  description: string;
  steps: string[];
}>(
  { id: 'uuid', templateId: 'text | null', title: 'text', description: 'text', steps: 'text[]' },
  `SELECT c.id, c.template_id AS "templateId", c.title, c.description, coalesce((
     SELECT array_agg(s.title ORDER BY s.position) FROM challenge_steps s WHERE s.challenge_id = c.id), '{}') AS steps
   FROM challenges c WHERE c.couple_id = $1 ORDER BY c.id DESC LIMIT $2`,
);
