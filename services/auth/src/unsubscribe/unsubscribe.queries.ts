import { statement } from '@duet/service-kit';

/** The key that signs the account's links ($1), or from now on $2. */
export const keepUnsubscribeKey = statement<{ key: string }>(
  { key: 'text' },
  'UPDATE users SET unsubscribe_key = coalesce(unsubscribe_key, $2) WHERE id = $1 RETURNING coalesce(unsubscribe_key, $2) AS key',
);
