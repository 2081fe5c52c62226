import type { ConversationHead } from '@duet/contracts';
import { command, statement } from '@duet/service-kit';

/** The cursors of these people's active conversations; people without one have no row. */
export const readHeads = statement<ConversationHead>(
  { userId: 'uuid', chatId: 'uuid', rev: 'int4', ownRev: 'int4', shows: 'jsonb' },
  `SELECT m.user_id AS "userId", c.id AS "chatId", c.last_rev AS rev, m.own_rev AS "ownRev",
          jsonb_build_object('typing', bool_and(p.typing), 'online', bool_and(p.online)) AS shows
   FROM conversation_members m
   JOIN conversations c ON c.id = m.conversation_id
   JOIN conversation_members each ON each.conversation_id = c.id
   JOIN people p ON p.id = each.user_id
   WHERE m.user_id = ANY($1::uuid[]) AND m.active
   GROUP BY m.conversation_id, m.user_id, c.id`,
);

/** Counts 1 once this version of the couple, or a later one, is applied. */
export const countSettled = command('SELECT FROM conversations WHERE id = $1 AND couple_version >= $2');
