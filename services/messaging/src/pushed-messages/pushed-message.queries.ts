import { seenBy } from '../messages/message.queries.js';
import { command } from '@duet/service-kit';

/**
 * Counts 1 if a push about this message is still due. It is due until its receiver has read it, by the receiver's own
 * marker, which is exact even while receipts are hidden. With $3, a push is due while that person's reaction exists.
 */
export const countPushable = command(`
  SELECT FROM messages m
  JOIN conversation_members r ON r.conversation_id = m.conversation_id AND r.user_id = $2 AND r.active
  WHERE m.id = $1 AND ${seenBy('$2')} AND m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > $4)
    AND CASE WHEN $3::uuid IS NULL THEN m.sender_id <> r.user_id AND m.seq > r.read_up_to
             ELSE EXISTS (SELECT 1 FROM reactions x WHERE x.message_id = m.id AND x.user_id = $3) END`);
