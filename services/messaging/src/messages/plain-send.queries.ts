import { preparedAlone } from '@duet/service-kit';

/**
 * Sends plain texts in one statement, which is a transaction by itself: it locks the conversations in the order of their ids,
 * assigns seq and rev, and writes messages, events and counters. It skips senders without an active conversation, texts
 * meant for another one, and conversations whose messages disappear; an id that is stored already fails the whole statement.
 * Apart from the locked rows it reads a snapshot from before the lock waits: member ids, which never change, and names.
 */
export const writePlainMessages = preparedAlone<{
  place: number;
  chatId: string;
  seq: number;
  rev: number;
  firstName: string;
  username: string;
}>(
  'messages-plain',
  { place: 'int4', chatId: 'uuid', seq: 'int4', rev: 'int4', firstName: 'text', username: 'text' },
  `WITH given AS MATERIALIZED (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bytea[], $7::timestamptz[], $8::text[], $9::text[], $10::jsonb[])
       WITH ORDINALITY AS g (id, sender_id, client_message_id, meant, content, body_hash, created_at, envelope, sticker, card, place)
   ), locked AS MATERIALIZED (
     SELECT id, last_seq, last_rev FROM conversations
     WHERE status = 'active' AND disappear_after IS NULL
       AND id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ANY($2::uuid[]) AND active)
     ORDER BY id FOR NO KEY UPDATE
   ), numbered AS MATERIALIZED (
     SELECT g.*, h.id AS conversation_id, h.last_seq, h.last_rev, row_number() OVER (PARTITION BY h.id ORDER BY g.place)::int AS number,
            (SELECT o.user_id FROM conversation_members o WHERE o.conversation_id = h.id AND o.user_id <> g.sender_id) AS receiver_id
     FROM given g JOIN conversation_members m ON m.user_id = g.sender_id AND m.active JOIN locked h ON h.id = m.conversation_id
     WHERE g.meant IS NULL OR g.meant = h.id
   ), stored AS (
     INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, sticker, card, body_hash, created_at)
     SELECT id, conversation_id, sender_id, client_message_id, last_seq + number, last_rev + number, 'text', content, sticker, card, body_hash, created_at FROM numbered
   ), published AS (
     INSERT INTO outbox (envelope)
     SELECT envelope::jsonb || jsonb_build_object('key', conversation_id,
              'payload', (envelope::jsonb -> 'payload') || jsonb_build_object('chatId', conversation_id, 'rev', last_rev + number, 'receiverId', receiver_id, 'seq', last_seq + number))
     FROM numbered ORDER BY place
   ), counted AS (
     UPDATE conversations c SET last_seq = c.last_seq + n.messages, last_rev = c.last_rev + n.messages, sent_by_low = c.sent_by_low + n.by_low
     FROM (SELECT conversation_id, count(*)::int AS messages, (count(*) FILTER (WHERE (receiver_id < sender_id) IS NOT TRUE))::int AS by_low FROM numbered GROUP BY 1) n
     WHERE c.id = n.conversation_id
   )
   SELECT n.place::int, n.conversation_id AS "chatId", n.last_seq + n.number AS seq, n.last_rev + n.number AS rev, p.first_name AS "firstName", p.username
   FROM numbered n JOIN people p ON p.id = n.sender_id`,
);
