import { command, statement } from '@duet/service-kit';

/** Serialises the changes of one user's avatar and exports, also before there is a row. */
export const lockUser = command('SELECT FROM pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Unpublished events must stay; published ones would only retain the user's data. */
export const deletePublishedEvents = command(
  "DELETE FROM outbox WHERE envelope->>'key' = $1 AND published_to IS NOT NULL",
);

export const readPlainAvatars = statement<{ id: string; key: string | null }>(
  { id: 'uuid', key: 'text | null' },
  'SELECT user_id AS id, key FROM avatars WHERE NOT sealed AND key IS NOT NULL AND user_id > $1 ORDER BY user_id LIMIT $2',
);
