import type { MessageStatistics } from '@duet/contracts';
import { statement } from '@duet/service-kit';

/** Seqs have no holes, so the newest seq counts the messages: three rows, however long the conversation. */
export const readStatistics = statement<MessageStatistics>(
  { sentByBoth: 'int4', sentByMe: 'int4' },
  `SELECT c.last_seq - me.deleted_count - other.deleted_count AS "sentByBoth",
          CASE WHEN me.user_id < other.user_id THEN c.sent_by_low ELSE c.last_seq - c.sent_by_low END - me.deleted_count AS "sentByMe"
   FROM conversation_members me
   JOIN conversations c ON c.id = me.conversation_id
   JOIN conversation_members other ON other.conversation_id = me.conversation_id AND other.user_id <> me.user_id
   WHERE me.user_id = $1 AND me.active`,
);
