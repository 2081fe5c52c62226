import { type MessageFact, type SentMessage, linkedFact, messageSent } from '@duet/contracts';
import { envelope, preparedAlone, requestContext } from '@duet/service-kit';
import type { DataSource } from 'typeorm';
import type { Draft } from './draft.js';
import { messageView } from './message.view.js';

/**
 * The whole of a send in one statement, which is a transaction by itself: it takes the rows of the conversations in the
 * order of their ids, gives out seq and rev, and stores messages, facts and counters. It leaves out whoever has no active
 * conversation (any more), means another one, or whose messages disappear; an id that is stored already breaks all of it.
 * What it reads besides the rows it takes is from before it had to wait for them: ids of members, which never change,
 * and the sender's name.
 */
const store = preparedAlone<{ place: number; chatId: string; seq: number; rev: number; firstName: string; username: string }>(
  'messages-plain',
  `WITH given AS MATERIALIZED (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bytea[], $7::timestamptz[], $8::text[])
       WITH ORDINALITY AS g (id, sender_id, client_message_id, meant, content, body_hash, created_at, envelope, place)
   ), held AS MATERIALIZED (
     SELECT id, last_seq, last_rev FROM conversations
     WHERE status = 'active' AND disappear_after IS NULL
       AND id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ANY($2::uuid[]) AND active)
     ORDER BY id FOR NO KEY UPDATE
   ), numbered AS MATERIALIZED (
     SELECT g.*, h.id AS conversation_id, h.last_seq, h.last_rev, row_number() OVER (PARTITION BY h.id ORDER BY g.place)::int AS number,
            (SELECT o.user_id FROM conversation_members o WHERE o.conversation_id = h.id AND o.user_id <> g.sender_id) AS receiver_id
     FROM given g JOIN conversation_members m ON m.user_id = g.sender_id AND m.active JOIN held h ON h.id = m.conversation_id
     WHERE g.meant IS NULL OR g.meant = h.id
   ), stored AS (
     INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, body_hash, created_at)
     SELECT id, conversation_id, sender_id, client_message_id, last_seq + number, last_rev + number, 'text', content, body_hash, created_at FROM numbered
   ), told AS (
     INSERT INTO outbox (envelope)
     SELECT envelope::jsonb || jsonb_build_object('key', conversation_id,
              'payload', (envelope::jsonb -> 'payload') || jsonb_build_object('chatId', conversation_id, 'rev', last_rev + number, 'receiverId', receiver_id))
     FROM numbered ORDER BY place
   ), counted AS (
     UPDATE conversations c SET last_seq = c.last_seq + n.messages, last_rev = c.last_rev + n.messages, sent_by_low = c.sent_by_low + n.by_low
     FROM (SELECT conversation_id, count(*)::int AS messages, (count(*) FILTER (WHERE (receiver_id < sender_id) IS NOT TRUE))::int AS by_low FROM numbered GROUP BY 1) n
     WHERE c.id = n.conversation_id
   )
   SELECT n.place::int, n.conversation_id AS "chatId", n.last_seq + n.number AS seq, n.last_rev + n.number AS rev, p.first_name AS "firstName", p.username
   FROM numbered n JOIN people p ON p.id = n.sender_id`,
);

/** A text that answers nothing: most of what people say. */
export const isPlain = ({ type, replyToId, attachments }: Draft): boolean => type === 'text' && replyToId === null && attachments.length === 0;

/** The fact of a message whose place in a conversation the statement will know. */
function factOf({ id, senderId, content, context }: Draft): string {
  const fact: MessageFact = { chatId: '', rev: 0, actorId: senderId, messageId: id, attachmentIds: [], ...linkedFact(content) };
  return JSON.stringify(requestContext.run(context, () => envelope({ name: messageSent.name }, '', fact)));
}

/**
 * Stores plain drafts, all that it can.
 * @returns what was stored, by the place among the drafts
 * @throws the database's refusal of `messages_client_message_id` when one of them was stored before: then none was
 */
export async function storePlain(database: DataSource, drafts: readonly Draft[]): Promise<Map<number, SentMessage>> {
  const createdAt = new Date();
  const rows = await store(database, [
    drafts.map(({ id }) => id),
    drafts.map(({ senderId }) => senderId),
    drafts.map(({ clientMessageId }) => clientMessageId),
    drafts.map(({ chatId }) => chatId),
    drafts.map(({ content }) => content),
    drafts.map(({ bodyHash }) => bodyHash),
    drafts.map(() => createdAt.toISOString()),
    drafts.map(factOf),
  ]);
  const sent = rows.flatMap(({ place, firstName, username, ...given }): [number, SentMessage][] => {
    const draft = drafts[place - 1];
    if (!draft) return [];
    const sender = { userId: draft.senderId, firstName, username, shownUpTo: 0, shownDeliveredUpTo: 0 };
    return [[place - 1, { message: messageView({ ...draft, ...given, ...FRESH, createdAt }, new Map([[draft.senderId, sender]])), repeated: false }]];
  });
  return new Map(sent);
}

/** What nobody has touched yet. */
const FRESH = { quoted: null, voiceStatus: null, reactions: [], editedAt: null, deletedAt: null, pinnedAt: null, expiresAt: null, notice: null, preview: null };
