import { command, statement } from '@duet/service-kit';

export const addErasedUser = command('INSERT INTO erased_users (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING');

/** By the database's time, which has set `erased_at`. @param $1 seconds */
export const forgetErasedUsers = command(
  "DELETE FROM erased_users WHERE listed AND erased_at < now() - $1 * interval '1 second'",
);

export interface UnlistedErasure {
  userId: string;
  erasedAt: Date;
}

export const readUnlisted = statement<UnlistedErasure>(
  { userId: 'uuid', erasedAt: 'timestamptz' },
  'SELECT user_id AS "userId", erased_at AS "erasedAt" FROM erased_users WHERE NOT listed ORDER BY erased_at LIMIT $1',
);
