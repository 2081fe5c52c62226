import { command, statement } from '@duet/service-kit';

export const setPinned = command('UPDATE messages SET pinned_at = clock_timestamp() WHERE id = $1');

export const clearPinned = command('UPDATE messages SET pinned_at = NULL WHERE id = $1');

export const readPinCount = statement<{ count: number }>(
  { count: 'int4' },
  'SELECT count(*)::int AS count FROM messages WHERE conversation_id = $1 AND pinned_at IS NOT NULL',
);
