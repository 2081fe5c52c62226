import { command, statement } from '@duet/service-kit';

/** Rows of one check. */
export const BATCH = 200;

/** Two replicas may read the same rows; asking pairing twice is harmless. */
export const readDueFormerAvatars = statement<{ key: string; userId: string }>(
  { key: 'text', userId: 'uuid' },
  `SELECT key, user_id AS "userId" FROM former_avatars WHERE due_at <= now() ORDER BY due_at, key LIMIT ${BATCH}`,
);

/** Pairing consumes the avatar event within seconds, so the first check repeats soon; later ones are hourly. */
export const postponeFormerAvatars = command(`
  UPDATE former_avatars SET due_at = now() + CASE WHEN replaced_at > now() - interval '1 minute' THEN interval '5 seconds' ELSE interval '1 hour' END
  WHERE key = ANY($1::text[])`);

export const deleteByKey = statement<{ objects: string[] }>(
  { objects: 'text[]' },
  'DELETE FROM former_avatars WHERE key = ANY($1::text[]) RETURNING objects',
);

export const deleteOfUser = statement<{ objects: string[] }>(
  { objects: 'text[]' },
  'DELETE FROM former_avatars WHERE user_id = $1 RETURNING objects',
);
