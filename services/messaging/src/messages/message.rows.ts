import { type GalleryQueryDto, LIMITS, type MessageType, type NoticeView, type ReactionView, type VoiceStatus } from '@duet/contracts';
import { AppError, type Tx, prepared } from '@duet/service-kit';
import { ATTACHMENTS_OF_M, type AttachmentRow } from '../attachments/attachment.rows.js';
import type { StoredPreview } from '../previews/stored-preview.js';
import { WORDS_OF_M } from './search-words.js';

/** What a quote needs of the message it shows. */
export interface QuotedRow {
  id: string;
  chatId: string;
  senderId: string;
  seq: number;
  rev: number;
  type: MessageType;
  content: string;
  deletedAt: Date | null;
}

/** A message with everything its view shows. */
export interface MessageRow extends QuotedRow {
  clientMessageId: string;
  bodyHash: Buffer | null;
  attachments: AttachmentRow[];
  voiceStatus: VoiceStatus | null;
  createdAt: Date;
  editedAt: Date | null;
  pinnedAt: Date | null;
  expiresAt: Date | null;
  notice: NoticeView | null;
  preview: StoredPreview | null;
  quoted: QuotedRow | null;
  reactions: ReactionView[];
}

/** @throws AppError ACCESS_DENIED for the partner's message */
export function ownOnly({ senderId }: QuotedRow, userId: string): void {
  if (senderId !== userId) throw new AppError('ACCESS_DENIED');
}

interface FlatRow extends Omit<MessageRow, 'quoted'> {
  quotedId: string | null;
  quotedSenderId: string;
  quotedSeq: number;
  quotedRev: number;
  quotedType: MessageType;
  quotedContent: string;
  quotedDeletedAt: Date | null;
}

const SELECT = `
  SELECT m.id, m.conversation_id AS "chatId", m.sender_id AS "senderId", m.client_message_id AS "clientMessageId",
         m.seq, m.rev, m.type, m.content, m.body_hash AS "bodyHash",
         m.created_at AS "createdAt", m.edited_at AS "editedAt", m.deleted_at AS "deletedAt",
         m.voice_status AS "voiceStatus", m.pinned_at AS "pinnedAt", m.expires_at AS "expiresAt", m.notice, m.preview, ${ATTACHMENTS_OF_M} AS attachments,
         q.id AS "quotedId", q.sender_id AS "quotedSenderId", q.seq AS "quotedSeq", q.rev AS "quotedRev", q.type AS "quotedType",
         left(q.content, ${LIMITS.quoteLength}) AS "quotedContent", q.deleted_at AS "quotedDeletedAt",
         coalesce(
           (SELECT jsonb_agg(jsonb_build_object('emoji', r.emoji, 'user', r.user_id) ORDER BY r.created_at, r.user_id, r.emoji)
            FROM reactions r WHERE r.message_id = m.id),
           '[]'::jsonb
         ) AS reactions
  FROM messages m LEFT JOIN messages q ON q.id = m.reply_to_id`;

function toRow(flat: FlatRow): MessageRow {
  const { quotedId, quotedSenderId, quotedSeq, quotedRev, quotedType, quotedContent, quotedDeletedAt, ...row } = flat;
  if (quotedId === null) return { ...row, quoted: null };
  return {
    ...row,
    quoted: {
      id: quotedId,
      chatId: row.chatId,
      senderId: quotedSenderId,
      seq: quotedSeq,
      rev: quotedRev,
      type: quotedType,
      content: quotedContent,
      deletedAt: quotedDeletedAt,
    },
  };
}

async function select(tx: Tx, rest: string, parameters: unknown[]): Promise<MessageRow[]> {
  const rows = await tx.query<FlatRow[]>(`${SELECT} ${rest}`, parameters);
  return rows.map(toRow);
}

/** The messages with a seq in `[from, to]`, in order. */
export const readRange = (tx: Tx, chatId: string, from: number, to: number): Promise<MessageRow[]> =>
  select(tx, 'WHERE m.conversation_id = $1 AND m.seq BETWEEN $2 AND $3 ORDER BY m.seq', [chatId, from, to]);

/** The messages whose last change is after this revision, in the order of their changes. */
export const readChanged = (tx: Tx, chatId: string, after: number, limit: number): Promise<MessageRow[]> =>
  select(tx, 'WHERE m.conversation_id = $1 AND m.rev > $2 ORDER BY m.rev LIMIT $3', [chatId, after, limit]);

/**
 * First all places, and then their order: left to choose, a plan that hopes to find enough on its way back reads everything.
 * What was written is in the message, what was said is beside the recording.
 */
const MATCHING = `
  WITH hits AS MATERIALIZED (
    SELECT m.id, m.seq FROM messages m WHERE ${WORDS_OF_M} @@ $2::tsquery AND m.conversation_id = $1 AND m.seq < $3 AND m.deleted_at IS NULL
    UNION ALL
    SELECT m.id, m.seq FROM attachments a JOIN messages m ON m.id = a.message_id
    WHERE a.transcript_words @@ $2::tsquery AND m.conversation_id = $1 AND m.seq < $3 AND m.deleted_at IS NULL
  )
  SELECT id FROM hits ORDER BY seq DESC LIMIT $4`;

/** The messages before a seq in which every word is found, the newest first. */
export const readMatching = (tx: Tx, chatId: string, words: string, before: number, limit: number): Promise<MessageRow[]> =>
  select(tx, `WHERE m.id IN (${MATCHING}) ORDER BY m.seq DESC`, [chatId, words, before, limit]);

const UNREAD = `
  SELECT count(*)::int AS count FROM messages
  WHERE conversation_id = $1 AND seq > $2 AND sender_id <> $3 AND deleted_at IS NULL AND type <> 'notice'`;

/** How many live messages past a seq are by others. */
export async function countOthers(tx: Tx, chatId: string, after: number, userId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(UNREAD, [chatId, after, userId]);
  return row?.count ?? 0;
}

/** Those of these messages whose time has come. */
export const readExpired = (tx: Tx, chatId: string, ids: readonly string[], now: Date): Promise<MessageRow[]> =>
  select(tx, 'WHERE m.conversation_id = $1 AND m.id = ANY($2::uuid[]) AND m.expires_at <= $3 AND m.deleted_at IS NULL ORDER BY m.seq', [chatId, ids, now]);

/** All that are pinned, the last pinned first. */
export const readPinned = (tx: Tx, chatId: string): Promise<MessageRow[]> =>
  select(tx, 'WHERE m.conversation_id = $1 AND m.pinned_at IS NOT NULL ORDER BY m.pinned_at DESC, m.seq DESC', [chatId]);

/** What a gallery shows a message under, word for word as the index `messages_gallery` says it. */
const GALLERY = `(CASE WHEN m.type IN ('image', 'video') THEN 'media' WHEN m.type IN ('voice', 'file') THEN m.type WHEN m.type = 'text' AND m.content ~* '\\m(https?://|www\\.)[^[:space:]]' THEN 'link' END)`;

/** The messages of one kind before a seq, the newest first. */
export const readGallery = (tx: Tx, chatId: string, kind: GalleryQueryDto['kind'], before: number, limit: number): Promise<MessageRow[]> =>
  select(tx, `WHERE m.conversation_id = $1 AND ${GALLERY} = $2 AND m.seq < $3 AND m.deleted_at IS NULL ORDER BY m.seq DESC LIMIT $4`, [chatId, kind, before, limit]);

/** Those of these messages that are in the conversation, in order. */
export const readThese = (tx: Tx, chatId: string, ids: readonly string[]): Promise<MessageRow[]> =>
  select(tx, 'WHERE m.conversation_id = $1 AND m.id = ANY($2::uuid[]) ORDER BY m.seq', [chatId, ids]);

/** One message of a conversation; another conversation's is not found. */
export const readOne = async (tx: Tx, chatId: string, id: string): Promise<MessageRow | undefined> =>
  (await select(tx, 'WHERE m.conversation_id = $1 AND m.id = $2', [chatId, id]))[0];

/** What a client calls a message. */
export interface ClientKey {
  chatId: string;
  senderId: string;
  clientMessageId: string;
}

const storedOf = prepared<FlatRow>(
  'messages-sent',
  `${SELECT} WHERE (m.conversation_id, m.sender_id, m.client_message_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))`,
);

/** Those of these sends that are stored already. */
export const readSent = async (tx: Tx, keys: readonly ClientKey[]): Promise<MessageRow[]> =>
  (await storedOf(tx, [keys.map((key) => key.chatId), keys.map((key) => key.senderId), keys.map((key) => key.clientMessageId)])).map(toRow);

const QUOTED = `
  SELECT id, conversation_id AS "chatId", sender_id AS "senderId", seq, rev, type, left(content, ${LIMITS.quoteLength}) AS content, deleted_at AS "deletedAt"
  FROM messages WHERE id = ANY($1::uuid[])`;

/** The messages that replies want to quote, by id. */
export async function readQuoted(tx: Tx, ids: readonly string[]): Promise<Map<string, QuotedRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<QuotedRow[]>(QUOTED, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const insert = prepared(
  'messages-insert',
  `INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, body_hash, reply_to_id, created_at, voice_status, expires_at, notice)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::text[], $8::text[], $9::bytea[], $10::uuid[],
    $11::timestamptz[], $12::text[], $13::timestamptz[], $14::jsonb[])`,
);

/** Stores new messages in one statement. */
export async function insertAll(tx: Tx, rows: readonly MessageRow[]): Promise<void> {
  await insert(tx, [
    rows.map((row) => row.id),
    rows.map((row) => row.chatId),
    rows.map((row) => row.senderId),
    rows.map((row) => row.clientMessageId),
    rows.map((row) => row.seq),
    rows.map((row) => row.rev),
    rows.map((row) => row.type),
    rows.map((row) => row.content),
    rows.map((row) => row.bodyHash),
    rows.map((row) => row.quoted?.id ?? null),
    rows.map((row) => row.createdAt.toISOString()),
    rows.map((row) => row.voiceStatus),
    rows.map((row) => row.expiresAt?.toISOString() ?? null),
    rows.map((row) => row.notice && JSON.stringify(row.notice)),
  ]);
}
