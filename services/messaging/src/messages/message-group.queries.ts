import { messageSent } from '@duet/contracts';
import { OUTBOX, eventTable, eventTables } from '@duet/service-kit';

/**
 * Groups of messages, whose events are made of the messages when they are published: `rev` is then that of the latest change. The
 * message's id is also its event's. A group may have as many messages as a batch, so a run takes few groups.
 */
const MESSAGE_GROUPS = eventTable(
  'message_groups',
  64,
  `SELECT d.id, m.id::text AS "eventId", '${messageSent.name}' AS name, m.conversation_id::text AS key,
          CASE WHEN m.id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object(
            'id', m.id, 'name', '${messageSent.name}', 'key', m.conversation_id,
            'at', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'requestId', d.request_id, 'trace', d.trace,
            'payload', jsonb_build_object(
              'chatId', m.conversation_id, 'rev', m.rev, 'seq', m.seq, 'actorId', m.sender_id, 'messageId', m.id, 'attachmentIds', '[]'::jsonb,
              'linked', CASE WHEN d.linked THEN true END,
              'receiverId', (SELECT o.user_id FROM conversation_members o WHERE o.conversation_id = m.conversation_id AND o.user_id <> m.sender_id))
          ))::text END AS body
   FROM due d CROSS JOIN LATERAL unnest(d.message_ids) WITH ORDINALITY AS given (id, place) LEFT JOIN messages m ON m.id = given.id
   ORDER BY d.id, given.place`,
);

export const MESSAGING_EVENTS = eventTables([OUTBOX, MESSAGE_GROUPS]);
