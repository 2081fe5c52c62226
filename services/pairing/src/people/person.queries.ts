import { LIMITS } from '@duet/contracts';
import { command, prepared, preparedAlone, statement } from '@duet/service-kit';

/** Locks an account's id until commit, also while it has no row. Parameter: the id. */
export const lockAccountId = prepared('person-lock', {}, 'SELECT FROM pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Whether this version of an account, or its deletion, is applied. Parameters: account, version. */
export const selectIsApplied = preparedAlone<{ applied: boolean }>(
  'person-applied',
  { applied: 'bool' },
  `SELECT EXISTS (SELECT 1 FROM people WHERE id = $1 AND version >= $2)
     OR EXISTS (SELECT 1 FROM departed_people WHERE id = $1) AS applied`,
);

/** Events stay in the stream for 7 days and in outboxes for less, so no later event can restore a person. */
export const deleteOldDepartures = command(
  "DELETE FROM departed_people WHERE departed_at < now() - interval '30 days'",
);

const PREFIXED = ['username_key', 'first_name_key', 'last_name_key', 'full_name_key'];

/** Excludes the searcher ($1), linked people, and people with a block between them and the searcher. */
const MAY_BE_SHOWN = `
  p.id <> $1
  AND NOT EXISTS (SELECT 1 FROM couple_members m WHERE m.user_id = p.id AND m.active)
  AND NOT EXISTS (SELECT 1 FROM blocks b WHERE (b.blocker_id = $1 AND b.blocked_id = p.id) OR (b.blocker_id = p.id AND b.blocked_id = $1))`;

/** Remembered people match only by their former names, so that a search does not follow a rename. */
const IS_LIVE = 'NOT EXISTS (SELECT 1 FROM remembered_people r WHERE r.viewer_id = $1 AND r.person_id = p.id)';

/**
 * Each branch walks its own index in order and stops after ten rows, so a common short prefix costs no more than a rare
 * one.
 */
const byPrefix = (column: string): string => `
  (SELECT p.id, p.username_key, p.full_name_key FROM people p
    WHERE p.${column} LIKE $2 AND p.findable = 'everyone' AND ${MAY_BE_SHOWN} AND ${IS_LIVE}
    ORDER BY p.${column} LIMIT ${LIMITS.searchRows})`;

const SEARCH = `
  SELECT id FROM (
    ${PREFIXED.map(byPrefix).join(' UNION ')}
    UNION (SELECT p.id, p.username_key, p.full_name_key FROM people p
      WHERE p.email_key = $4 AND p.findable = 'everyone' AND ${MAY_BE_SHOWN} AND ${IS_LIVE} LIMIT 1)
    UNION (SELECT p.id, p.username_key, p.full_name_key FROM people p
      WHERE p.username_key = $3 AND p.findable <> 'nobody' AND ${MAY_BE_SHOWN} AND ${IS_LIVE} LIMIT 1)
    UNION (SELECT p.id, r.username_key, r.full_name_key FROM remembered_people r JOIN people p ON p.id = r.person_id
      WHERE r.viewer_id = $1 AND ${MAY_BE_SHOWN} AND (p.findable <> 'nobody' AND r.username_key = $3
        OR p.findable = 'everyone' AND (p.email_key = $4 OR ${PREFIXED.map((column) => `r.${column} LIKE $2`).join(' OR ')})))
  ) found
  ORDER BY username_key = $3 DESC, full_name_key, id
  LIMIT ${LIMITS.searchRows}`;

/**
 * Finds people for a searcher, best match first. Not a prepared statement: a plan that does not know the pattern cannot
 * use the prefix as an index range. Parameters: searcher, prefix pattern, username key, email key.
 */
export const searchPeopleIds = statement<{ id: string }>({ id: 'uuid' }, SEARCH);
