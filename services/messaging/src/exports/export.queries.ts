import { statement } from '@duet/service-kit';
import { MARKERS_OF_M, MARKER_COLUMNS, type NamedMarker } from '../conversations/conversation.queries.js';

interface ExportableRow {
  id: string;
  status: 'active' | 'ended';
  lastSeq: number;
  endedAt: Date | null;
  /** The person's own. */
  lastSeenAt: Date | null;
}

/** A person's active conversation and the ended ones that may still be exported, which ended after $3. With $2, that conversation only. */
export const readExportable = statement<ExportableRow>(
  { id: 'uuid', status: 'text', lastSeq: 'int4', endedAt: 'timestamptz | null', lastSeenAt: 'timestamptz | null' },
  `SELECT c.id, c.status, c.last_seq AS "lastSeq", c.ended_at AS "endedAt", m.last_seen_at AS "lastSeenAt"
   FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id
   WHERE m.user_id = $1 AND ($2::uuid IS NULL OR c.id = $2)
     AND (c.status = 'active' AND m.active OR c.status = 'ended' AND c.ended_at > $3)
   ORDER BY c.ended_at DESC NULLS FIRST, c.id`,
);

/** The members of these conversations. Members of an ended conversation have the names that they had at its end. */
export const readExportedMembers = statement<NamedMarker>(
  { ...MARKER_COLUMNS, firstName: 'text', username: 'text' },
  `SELECT ${MARKERS_OF_M},
          CASE c.status WHEN 'ended' THEN coalesce(m.first_name_at_end, p.first_name) ELSE p.first_name END AS "firstName",
          CASE c.status WHEN 'ended' THEN coalesce(m.username_at_end, p.username) ELSE p.username END AS username
   FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id JOIN people p ON p.id = m.user_id
   WHERE m.conversation_id = ANY($1::uuid[]) ORDER BY m.user_id`,
);
