import { command, statement } from '@duet/service-kit';

/** Writes snapshots that are newer than the stored ones, in the order of ids. Deleted people stay deleted. */
export const writePeople = command(`
  INSERT INTO people (id, first_name, username, version, read_receipts, typing, online, disappearing_default, link_previews, last_seen)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::boolean[], $6::boolean[], $7::boolean[], $8::int[], $9::boolean[], $10::boolean[])
    AS given (id, first_name, username, version, read_receipts, typing, online, disappearing_default, link_previews, last_seen) ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    first_name = excluded.first_name, username = excluded.username, version = excluded.version,
    read_receipts = excluded.read_receipts, typing = excluded.typing, online = excluded.online,
    disappearing_default = excluded.disappearing_default, link_previews = excluded.link_previews,
    last_seen = excluded.last_seen
  WHERE people.version < excluded.version AND people.deleted_at IS NULL`);

/** Forgets when the members of these people's conversations were last online, where one of them hides it. */
export const clearHiddenLastSeen = command(`
  UPDATE conversation_members m SET last_seen_at = NULL
  WHERE m.last_seen_at IS NOT NULL AND m.conversation_id IN (
    SELECT each.conversation_id FROM conversation_members each JOIN people p ON p.id = each.user_id
    WHERE p.id = ANY($1::uuid[]) AND NOT (p.online AND p.last_seen))`);

export const writeDeletedPerson = command(`
  INSERT INTO people (id, first_name, username, version, deleted_at) VALUES ($1, $2, '', 0, now())
  ON CONFLICT (id) DO UPDATE SET first_name = $2, username = '', deleted_at = coalesce(people.deleted_at, now())`);

/** The privacy switches as one text, to compare. Locks the person's row. */
export const lockSwitches = statement<{ switches: string }>(
  { switches: 'text' },
  `SELECT concat_ws(' ', read_receipts, typing, online, last_seen) AS switches FROM people WHERE id = $1 FOR NO KEY UPDATE`,
);

export const readShortestDefault = statement<{ userId: string; seconds: number }>(
  { userId: 'uuid', seconds: 'int4' },
  `SELECT id AS "userId", coalesce(disappearing_default, 0) AS seconds FROM people
   WHERE id = ANY($1::uuid[]) AND disappearing_default IS NOT NULL ORDER BY disappearing_default, id LIMIT 1`,
);

export const readActiveConversations = statement<{ chatId: string; members: [string, string] }>(
  { chatId: 'uuid', members: 'uuid[]' },
  `SELECT m.conversation_id AS "chatId", array_agg(each.user_id) AS members
   FROM conversation_members m JOIN conversation_members each ON each.conversation_id = m.conversation_id
   WHERE m.user_id = $1 AND m.active GROUP BY m.conversation_id`,
);

export const countDeleted = command('SELECT FROM people WHERE id = ANY($1::uuid[]) AND deleted_at IS NOT NULL LIMIT 1');
