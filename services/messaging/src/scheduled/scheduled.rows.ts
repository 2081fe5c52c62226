import type { ScheduledMessageView } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import type { ConversationState } from '../conversations/conversation.rows.js';
import { readQuoted } from '../messages/message.rows.js';
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
}

/** Every column of the table `scheduled_messages`. */
export const COLUMNS = `
  id, conversation_id AS "chatId", user_id AS "userId", client_message_id AS "clientMessageId", body_hash AS "bodyHash", content,
  reply_to_id AS "replyToId", at, timezone, send_at AS "sendAt", version`;

const INSERT = `
  INSERT INTO scheduled_messages (id, conversation_id, user_id, client_message_id, body_hash, content, reply_to_id, at, timezone, send_at, due_at, version)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`;

export async function insertScheduled(tx: Tx, row: ScheduledRow): Promise<void> {
  const { id, chatId, userId, clientMessageId, bodyHash, content, replyToId, at, timezone, sendAt, version } = row;
  await tx.query(INSERT, [id, chatId, userId, clientMessageId, bodyHash, content, replyToId, at, timezone, sendAt, version]);
}

const UPDATE = `
  UPDATE scheduled_messages SET content = $2, at = $3, timezone = $4, send_at = $5, due_at = $5, version = $6 WHERE id = $1`;

export async function updateScheduled(tx: Tx, { id, content, at, timezone, sendAt, version }: ScheduledRow): Promise<void> {
  await tx.query(UPDATE, [id, content, at, timezone, sendAt, version]);
}

export async function scheduledViews(tx: Tx, rows: readonly ScheduledRow[], { members }: ConversationState): Promise<ScheduledMessageView[]> {
  const quoted = await readQuoted(tx, rows.flatMap(({ replyToId }) => replyToId ?? []));
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
    };
  });
}
