import { LIMITS, type TogetherPart } from '@duet/contracts';
import { prepared, statement } from '@duet/service-kit';

/**
 * Inserts a notification. Deletes an earlier one of its kind about the same thing and the oldest ones beyond the limit; the
 * deletion does not see the new row. Inserts and returns no row when the person has turned the category off. Parameters: id, person, kind, about, entity type, entity id,
 * category.
 */
export const insertNotification = prepared<{ createdAt: Date }>(
  'notification-insert',
  { createdAt: 'timestamptz' },
  `WITH wanted AS (
     SELECT id FROM people WHERE id = $2 AND NOT $7 = ANY (unlisted)
   ), pruned AS (
     DELETE FROM notifications WHERE user_id = (SELECT id FROM wanted) AND (kind = $3 AND entity_id = $6 OR id IN (
       SELECT id FROM notifications WHERE user_id = (SELECT id FROM wanted) ORDER BY created_at DESC, id DESC OFFSET ${LIMITS.notificationsKept - 1}))
   )
   INSERT INTO notifications (id, user_id, kind, about_id, entity_type, entity_id) SELECT $1, id, $3, $4, $5, $6 FROM wanted
   RETURNING created_at AS "createdAt"`,
);

/** The parts that the person's couple has off; no row without a couple. Parameter: person. */
export const selectHiddenParts = statement<{ parts: TogetherPart[] }>(
  { parts: 'text[]' },
  'SELECT c.hidden_parts AS parts FROM couple_members m JOIN couples c ON c.id = m.couple_id WHERE m.user_id = $1 AND m.active',
);
