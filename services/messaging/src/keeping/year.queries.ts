import { LIMITS } from '@duet/contracts';
import { statement } from '@duet/service-kit';

/** Live messages with words that stay. */
const CHOOSABLE = `m.type <> 'notice' AND m.deleted_at IS NULL AND m.expires_at IS NULL AND m.content <> ''`;

/** Seqs have no holes, so the first and the last message of the year count it: two probes of an index. */
export const countYear = statement<{ count: number }>(
  { count: 'int4' },
  `SELECT coalesce(
     (SELECT seq FROM messages WHERE conversation_id = $1 AND created_at >= $2 AND created_at < $3 ORDER BY created_at DESC LIMIT 1)
     - (SELECT seq FROM messages WHERE conversation_id = $1 AND created_at >= $2 AND created_at < $3 ORDER BY created_at LIMIT 1) + 1,
     0)::int AS count`,
);

/** The year's first message that may be chosen. */
export const selectFirstOfYear = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT m.id FROM messages m
   WHERE m.conversation_id = $1 AND m.created_at >= $2 AND m.created_at < $3 AND ${CHOOSABLE}
   ORDER BY m.created_at, m.seq LIMIT 1`,
);

/** The year's messages with the most reactions. It starts at the members' reactions: there are fewer than messages. */
export const selectMostReacted = statement<{ id: string }>(
  { id: 'uuid' },
  `SELECT m.id FROM reactions r JOIN messages m ON m.id = r.message_id
   WHERE r.user_id = ANY($4::uuid[]) AND m.conversation_id = $1 AND m.created_at >= $2 AND m.created_at < $3 AND ${CHOOSABLE}
   GROUP BY m.id ORDER BY count(DISTINCT r.user_id) DESC, count(*) DESC, min(m.seq) LIMIT ${LIMITS.yearMessages}`,
);
