import { statement } from '@duet/service-kit';
import { readableBy } from '../capsules/contribution.view.js';

const SHOWN = 'NOT EXISTS (SELECT 1 FROM capsule_marks m WHERE m.capsule_id = c.id AND m.user_id = $2 AND m.hidden)';

const LATEST = `
  SELECT r.happened_on AS day FROM contributions r JOIN capsules c ON c.id = r.capsule_id
  WHERE r.couple_id = $1 AND ${readableBy('$2')} AND ${SHOWN}`;

/**
 * Reads the years of readable contributions, the latest first: one step down the index of days for each year, not
 * all contributions. Parameters: couple, viewer.
 */
export const readYears = statement<{ year: number }>(
  { year: 'int4' },
  `WITH RECURSIVE latest (day) AS (
     (${LATEST} ORDER BY r.happened_on DESC LIMIT 1)
     UNION ALL
     SELECT (${LATEST} AND r.happened_on < date_trunc('year', latest.day)::date ORDER BY r.happened_on DESC LIMIT 1)
     FROM latest WHERE latest.day IS NOT NULL
   )
   SELECT extract(year FROM day)::int AS year FROM latest WHERE day IS NOT NULL`,
);

/** Reads the tags of visible capsules, the most used first. Parameters: couple, viewer, limit. */
export const readTags = statement<{ tag: string }>(
  { tag: 'text' },
  `SELECT given.tag FROM capsules c CROSS JOIN unnest(c.tags) AS given (tag)
   WHERE c.couple_id = $1 AND c.deleted_at IS NULL
     AND ${SHOWN}
   GROUP BY given.tag ORDER BY count(*) DESC, given.tag LIMIT $3`,
);
