import { prepared } from '@duet/service-kit';

/** A session that has just ended. */
export interface EndedRow {
  id: string;
  userId: string;
}

/**
 * Deletes sessions by id ($1), by user ($2) or both, but for one ($3), and writes them to `revoked_sessions` as of $4. A
 * null leaves its condition out; without an id and a user nothing is deleted.
 */
export const endSessions = prepared<EndedRow>(
  'session-end',
  { id: 'uuid', userId: 'uuid' },
  `WITH ended AS (
     DELETE FROM sessions
     WHERE ($1::uuid IS NULL OR id = $1) AND ($2::uuid IS NULL OR user_id = $2) AND ($3::uuid IS NULL OR id <> $3)
       AND ($1::uuid IS NOT NULL OR $2::uuid IS NOT NULL)
     RETURNING id, user_id
   ), revoked AS (
     INSERT INTO revoked_sessions (session_id, revoked_at) SELECT id, $4::timestamptz FROM ended
   )
   SELECT id, user_id AS "userId" FROM ended`,
);
