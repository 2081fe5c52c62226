import type { ScheduledMessageView } from '@duet/contracts';
import { type Columns, type Tx, command, statement } from '@duet/service-kit';
import type { ConversationRow } from '../conversations/conversation.queries.js';
import { readQuoted } from '../messages/message.queries.js';
import { quoteView } from '../messages/message.view.js';

export interface ScheduledRow {
  id: string;
  chatId: string;
  userId: string;
  clientMessageId: string;
  bodyHash: Buffer;
  content: string;
  replyToId: string | null;
  at: string;
  timezone: string;
  sendAt: Date;
  version: number;
  session: string | null;
  writtenAt: Date | null;
  isOnHold: boolean;
}

const COLUMN_TYPES: Columns<ScheduledRow> = {
  id: 'uuid',
  chatId: 'uuid',
  userId: 'uuid',
  clientMessageId: 'uuid',
  bodyHash: 'bytea',
  content: 'text',
  replyToId: 'uuid | null',
  at: 'text',
  timezone: 'text',
  sendAt: 'timestamptz',
  version: 'int4',
  session: 'uuid | null',
  writtenAt: 'timestamptz | null',
  isOnHold: 'bool',
};

/** The columns of the table `scheduled_messages`. A message on hold is due at `infinity`, so the previous build does not send it either. */
const COLUMNS = `
  id, conversation_id AS "chatId", user_id AS "userId", client_message_id AS "clientMessageId", body_hash AS "bodyHash", content,
  reply_to_id AS "replyToId", at, timezone, send_at AS "sendAt", version, session, written_at AS "writtenAt",
  NOT isfinite(due_at) AS "isOnHold"`;

/** A person's scheduled messages of a conversation, in the order of their times. */
export const readScheduled = statement<ScheduledRow>(
  COLUMN_TYPES,
  `SELECT ${COLUMNS} FROM scheduled_messages WHERE conversation_id = $1 AND user_id = $2 ORDER BY send_at, id`,
);

/** Locks the row. Waits for a replica that is sending the message, and then finds none. */
export const lockScheduled = statement<ScheduledRow>(
  COLUMN_TYPES,
  `SELECT ${COLUMNS} FROM scheduled_messages WHERE id = $1 AND conversation_id = $2 AND user_id = $3 FOR UPDATE`,
);

export const deleteScheduled = command(
  'DELETE FROM scheduled_messages WHERE id = $1 AND conversation_id = $2 AND user_id = $3',
);

/** Keeps the messages of a couple that has relinked since. */
export const deleteScheduledOfEnded = command(`
  DELETE FROM scheduled_messages s USING conversations c WHERE c.id = s.conversation_id AND c.id = $1 AND c.couple_version <= $2`);

/**
 * Puts a person's messages on hold that a session wrote before $3: session $4, or all but $5. A null leaves its condition out.
 */
export const holdScheduled = command(`
  UPDATE scheduled_messages SET due_at = 'infinity'
  WHERE conversation_id = $1 AND user_id = $2 AND isfinite(due_at) AND coalesce(written_at < $3, true)
    AND ($4::uuid IS NULL OR session = $4) AND ($5::uuid IS NULL OR session IS DISTINCT FROM $5)`);

/** Deletes the scheduled messages of both members in all conversations of this person. */
export const eraseScheduled = command(`
  DELETE FROM scheduled_messages
  WHERE conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = $1)`);

/** How many messages one claim takes. */
export const CLAIM_SIZE = 100;

/** An advisory lock; the number only has to differ from the service's other locks. */
const SENDER_LOCK = 0x0d0ea;

/**
 * Claims due messages. An advisory lock admits one replica per conversation, so that two texts of one minute are sent in
 * order. The rows are limited first: a lock function beside LIMIT also locks conversations whose rows the statement does not
 * return. They must still be due under their locks: a change that commits meanwhile has been acknowledged.
 */
export const claimDue = statement<ScheduledRow>(
  COLUMN_TYPES,
  `WITH due AS MATERIALIZED (
    SELECT id, conversation_id FROM scheduled_messages WHERE due_at <= $1 ORDER BY due_at, id LIMIT ${CLAIM_SIZE}),
  claimed AS MATERIALIZED (
    SELECT conversation_id FROM (SELECT DISTINCT conversation_id FROM due) each
    WHERE pg_try_advisory_xact_lock(${SENDER_LOCK}, hashtext(conversation_id::text)))
  SELECT ${COLUMNS} FROM scheduled_messages
  WHERE id IN (SELECT due.id FROM due JOIN claimed USING (conversation_id)) AND due_at <= $1
  ORDER BY due_at, id FOR UPDATE SKIP LOCKED`,
);

export const deleteSent = command('DELETE FROM scheduled_messages WHERE id = ANY($1::uuid[])');

/** A message that could not be sent is due again after 15 seconds. */
export const postponeScheduled = command(
  "UPDATE scheduled_messages SET due_at = $2::timestamptz + interval '15 seconds' WHERE id = ANY($1::uuid[])",
);

const insert = command(`
  INSERT INTO scheduled_messages (id, conversation_id, user_id, client_message_id, body_hash, content, reply_to_id, at, timezone, send_at, due_at, version, session, written_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13)`);

export async function insertScheduled(tx: Tx, row: ScheduledRow): Promise<void> {
  const { id, chatId, userId, clientMessageId, bodyHash, content, replyToId, at, timezone, sendAt, version } = row;
  await insert(tx, [
    ...[id, chatId, userId, clientMessageId, bodyHash, content, replyToId, at, timezone, sendAt, version],
    ...[row.session, row.writtenAt],
  ]);
}

const update = command(`
  UPDATE scheduled_messages SET content = $2, at = $3, timezone = $4, send_at = $5, due_at = $5, version = $6, session = $7, written_at = $8
  WHERE id = $1`);

export async function updateScheduled(
  tx: Tx,
  { id, content, at, timezone, sendAt, version, session, writtenAt }: ScheduledRow,
): Promise<void> {
  await update(tx, [id, content, at, timezone, sendAt, version, session, writtenAt]);
}

export async function scheduledViews(
  tx: Tx,
  rows: readonly ScheduledRow[],
  { members }: ConversationRow,
): Promise<ScheduledMessageView[]> {
  const quoted = await readQuoted(
    tx,
    rows.flatMap(({ replyToId }) => replyToId ?? []),
  );
  return rows.map((row) => {
    const quote = row.replyToId === null ? undefined : quoted.get(row.replyToId);
    return {
      _id: row.id,
      chatId: row.chatId,
      clientMessageId: row.clientMessageId,
      content: row.content,
      replyTo: quote ? quoteView(quote, members) : null,
      at: row.at,
      timezone: row.timezone,
      sendAt: row.sendAt.toISOString(),
      version: row.version,
      ...(row.isOnHold && { isOnHold: true }),
    };
  });
}
