import { command, statement } from '@duet/service-kit';

/** Locks the members of these conversations in the order of their ids, so that no privacy switch changes before the commit. */
export const lockPeople = command(`
  SELECT FROM people
  WHERE id IN (SELECT user_id FROM conversation_members WHERE conversation_id = ANY($1::uuid[])) ORDER BY id FOR SHARE`);

/**
 * Writes the minutes of these times, where both members show them. Parameters: conversations, people, times, now. Returns the
 * partners of those whose minute is later than the stored one.
 */
export const writeLastSeen = statement<{ viewerId: string }>(
  { viewerId: 'uuid' },
  `WITH given AS (
     SELECT conversation_id, user_id, date_trunc('minute', least(max(at), $4::timestamptz)) AS at
     FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS given (conversation_id, user_id, at) GROUP BY 1, 2
   ),
   locked AS (
     SELECT m.conversation_id, m.user_id, given.at
     FROM conversation_members m JOIN given USING (conversation_id, user_id)
     WHERE m.active AND NOT EXISTS (
       SELECT FROM conversation_members each JOIN people p ON p.id = each.user_id
       WHERE each.conversation_id = m.conversation_id AND NOT (p.online AND p.last_seen))
     ORDER BY m.conversation_id, m.user_id FOR NO KEY UPDATE OF m
   )
   UPDATE conversation_members m SET last_seen_at = locked.at
   FROM locked JOIN conversation_members partner ON partner.conversation_id = locked.conversation_id AND partner.user_id <> locked.user_id
   WHERE m.conversation_id = locked.conversation_id AND m.user_id = locked.user_id
     AND (m.last_seen_at IS NULL OR m.last_seen_at < locked.at)
   RETURNING partner.user_id AS "viewerId"`,
);
