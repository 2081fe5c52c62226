import { LIMITS } from '@duet/contracts';
import { statement } from '@duet/service-kit';

/** The oldest day of a couple that may be shown again; no row without any. Parameter: couple. */
export const selectFirstDay = statement<{ day: string | null }>(
  { day: 'text | null' },
  `SELECT to_char(least(
     (SELECT min(happened_on) FROM contributions WHERE couple_id = $1),
     (SELECT min(completed_at)::date - 1 FROM capsules WHERE couple_id = $1 AND status = 'completed')
   ), 'YYYY-MM-DD') AS day`,
);

/** Neither in the trash nor hidden by the viewer. */
const SHOWN =
  "c.status = 'completed' AND c.deleted_at IS NULL AND m.hidden IS NOT TRUE AND m.hidden_on_this_day IS NOT TRUE";

const MARKS = 'LEFT JOIN capsule_marks m ON m.capsule_id = c.id AND m.user_id = $2';

/**
 * Contributions of completed capsules about these days, a day's first before another day's second. The join meets an
 * index on the couple and the day. Parameters: couple, viewer, days.
 */
export const selectContributionsOf = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT id FROM (
     SELECT r.id, r.happened_on, row_number() OVER (PARTITION BY r.happened_on ORDER BY r.id) AS rank
     FROM contributions r JOIN capsules c ON c.id = r.capsule_id ${MARKS}
     WHERE r.couple_id = $1 AND r.happened_on = ANY ($3::date[]) AND ${SHOWN}
   ) ranked
   ORDER BY rank, happened_on DESC LIMIT ${LIMITS.onThisDayItems}`,
);

/** Capsules that were completed within these days, by the number of the day. Parameters: couple, viewer, begins and ends of the days. */
export const selectCompletedIn = statement<{ id: string; title: string; emoji: string | null; day: number }>(
  { id: 'uuid', title: 'text', emoji: 'text | null', day: 'int4' },
  `SELECT c.id, c.title, c.emoji, d.n::int - 1 AS day
   FROM unnest($3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS d (since, until, n)
   JOIN capsules c ON c.couple_id = $1 AND c.completed_at >= d.since AND c.completed_at < d.until ${MARKS}
   WHERE ${SHOWN}
   ORDER BY d.n, c.id LIMIT ${LIMITS.onThisDayItems}`,
);
