import type { ConversationHead } from '@duet/contracts';
import { command, statement } from '@duet/service-kit';

interface HeadRow extends Omit<ConversationHead, 'lastSeen'> {
  partnerId: string;
  /** Whether both members show when they were last online. */
  showsLastSeen: boolean;
  /** The partner's time. */
  lastSeenAt: Date | null;
}

/** The cursors of these people's active conversations; people without one have no row. */
export const readHeads = statement<HeadRow>(
  {
    userId: 'uuid',
    chatId: 'uuid',
    rev: 'int4',
    ownRev: 'int4',
    shows: 'jsonb',
    partnerId: 'uuid',
    showsLastSeen: 'bool',
    lastSeenAt: 'timestamptz | null',
  },
  `SELECT m.user_id AS "userId", c.id AS "chatId", c.last_rev AS rev, m.own_rev AS "ownRev",
          jsonb_build_object('typing', own.typing AND p.typing, 'online', own.online AND p.online) AS shows,
          partner.user_id AS "partnerId", partner.last_seen_at AS "lastSeenAt",
          own.online AND p.online AND own.last_seen AND p.last_seen AS "showsLastSeen"
   FROM conversation_members m
   JOIN conversations c ON c.id = m.conversation_id
   JOIN people own ON own.id = m.user_id
   JOIN conversation_members partner ON partner.conversation_id = c.id AND partner.user_id <> m.user_id
   JOIN people p ON p.id = partner.user_id
   WHERE m.user_id = ANY($1::uuid[]) AND m.active`,
);

/** Counts 1 once this version of the couple, or a later one, is applied. */
export const countSettled = command('SELECT FROM conversations WHERE id = $1 AND couple_version >= $2');
