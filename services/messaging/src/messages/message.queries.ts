import {
  type CardView,
  type GalleryQueryDto,
  LIMITS,
  type MessageType,
  type SystemMessageView,
  type ReactionView,
  type VoiceStatus,
} from '@duet/contracts';
import { AppError, type Columns, type Tx, command, prepared, statement } from '@duet/service-kit';
import { ATTACHMENTS_OF_M, type AttachmentRow } from './attachment.queries.js';
import type { StoredPreview } from './stored-preview.js';

/** The part of a message that its quotes show. */
export interface QuotedRow {
  id: string;
  chatId: string;
  senderId: string;
  seq: number;
  rev: number;
  type: MessageType;
  content: string;
  sticker: string | null;
  deletedAt: Date | null;
}

/** A message with everything that its view shows. */
export interface MessageRow extends QuotedRow {
  clientMessageId: string;
  bodyHash: Buffer | null;
  card: CardView | null;
  attachments: AttachmentRow[];
  voiceStatus: VoiceStatus | null;
  createdAt: Date;
  editedAt: Date | null;
  pinnedAt: Date | null;
  expiresAt: Date | null;
  notice: SystemMessageView | null;
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
  quotedSticker: string | null;
  quotedDeletedAt: Date | null;
}

const QUOTED_COLUMNS: Columns<QuotedRow> = {
  id: 'uuid',
  chatId: 'uuid',
  senderId: 'uuid',
  seq: 'int4',
  rev: 'int4',
  type: 'text',
  content: 'text',
  sticker: 'text | null',
  deletedAt: 'timestamptz | null',
};

const FLAT_COLUMNS: Columns<FlatRow> = {
  ...QUOTED_COLUMNS,
  clientMessageId: 'uuid',
  bodyHash: 'bytea | null',
  card: 'jsonb | null',
  attachments: 'jsonb',
  voiceStatus: 'text | null',
  createdAt: 'timestamptz',
  editedAt: 'timestamptz | null',
  pinnedAt: 'timestamptz | null',
  expiresAt: 'timestamptz | null',
  notice: 'jsonb | null',
  preview: 'jsonb | null',
  reactions: 'jsonb',
  quotedId: 'uuid | null',
  quotedSenderId: 'uuid',
  quotedSeq: 'int4',
  quotedRev: 'int4',
  quotedType: 'text',
  quotedContent: 'text',
  quotedSticker: 'text | null',
  quotedDeletedAt: 'timestamptz | null',
};

const SELECT = `
  SELECT m.id, m.conversation_id AS "chatId", m.sender_id AS "senderId", m.client_message_id AS "clientMessageId",
         m.seq, m.rev, m.type, m.content, m.body_hash AS "bodyHash",
         m.created_at AS "createdAt", m.edited_at AS "editedAt", m.deleted_at AS "deletedAt",
         m.voice_status AS "voiceStatus", m.pinned_at AS "pinnedAt", m.expires_at AS "expiresAt", m.notice, m.preview, m.sticker, m.card, ${ATTACHMENTS_OF_M} AS attachments,
         q.id AS "quotedId", q.sender_id AS "quotedSenderId", q.seq AS "quotedSeq", q.rev AS "quotedRev", q.type AS "quotedType",
         left(q.content, ${LIMITS.quoteLength}) AS "quotedContent", q.sticker AS "quotedSticker", q.deleted_at AS "quotedDeletedAt",
         coalesce(
           (SELECT jsonb_agg(jsonb_build_object('emoji', r.emoji, 'user', r.user_id) ORDER BY r.created_at, r.user_id, r.emoji)
            FROM reactions r WHERE r.message_id = m.id),
           '[]'::jsonb
         ) AS reactions
  FROM messages m LEFT JOIN messages q ON q.id = m.reply_to_id`;

function toRow(flat: FlatRow): MessageRow {
  const {
    quotedId,
    quotedSenderId,
    quotedSeq,
    quotedRev,
    quotedType,
    quotedContent,
    quotedSticker,
    quotedDeletedAt,
    ...row
  } = flat;
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
      sticker: quotedSticker,
      deletedAt: quotedDeletedAt,
    },
  };
}

/** Declares a read of whole messages. @param rest the clauses after the joins of `SELECT` @param name prepares it, for a hot path */
function selecting(rest: string, name?: string) {
  const text = `${SELECT} ${rest}`;
  const select =
    name === undefined ? statement<FlatRow>(FLAT_COLUMNS, text) : prepared<FlatRow>(name, FLAT_COLUMNS, text);
  return async (tx: Tx, values: unknown[]): Promise<MessageRow[]> => (await select(tx, values)).map(toRow);
}

const selectRange = selecting(
  'WHERE m.conversation_id = $1 AND m.seq BETWEEN $2 AND $3 ORDER BY m.seq',
  'messages-range',
);

/** The messages with a seq in `[from, to]`, in order. */
export const readRange = (tx: Tx, chatId: string, from: number, to: number): Promise<MessageRow[]> =>
  selectRange(tx, [chatId, from, to]);

const selectChanged = selecting(
  'WHERE m.conversation_id = $1 AND m.rev > $2 ORDER BY m.rev LIMIT $3',
  'messages-changed',
);

/** The messages whose last change is after this revision, in the order of their changes. */
export const readChanged = (tx: Tx, chatId: string, after: number, limit: number): Promise<MessageRow[]> =>
  selectChanged(tx, [chatId, after, limit]);

/** A condition: the viewer has not deleted the message `m` for themselves. @param viewer the viewer's parameter, such as `$5` */
export const seenBy = (viewer: string): string =>
  `NOT EXISTS (SELECT FROM message_marks k WHERE k.conversation_id = m.conversation_id AND k.user_id = ${viewer} AND k.seq = m.seq AND k.hidden)`;

const countUnread = statement<{ count: number }>(
  { count: 'int4' },
  `
  SELECT count(*)::int AS count FROM messages m
  WHERE m.conversation_id = $1 AND m.seq > $2 AND m.sender_id <> $3 AND m.deleted_at IS NULL AND m.type <> 'notice' AND ${seenBy('$3')}`,
);

/** Counts the partner's live messages after a seq that this person has not deleted for themselves. */
export async function countOthers(tx: Tx, chatId: string, after: number, userId: string): Promise<number> {
  const [row] = await countUnread(tx, [chatId, after, userId]);
  return row?.count ?? 0;
}

const selectExpired = selecting(
  'WHERE m.conversation_id = $1 AND m.id = ANY($2::uuid[]) AND m.expires_at <= $3 AND m.deleted_at IS NULL ORDER BY m.seq',
);

/** The expired ones of these messages. */
export const readExpired = (tx: Tx, chatId: string, ids: readonly string[], now: Date): Promise<MessageRow[]> =>
  selectExpired(tx, [chatId, ids, now]);

const selectPinned = selecting(
  `WHERE m.conversation_id = $1 AND m.pinned_at IS NOT NULL AND ${seenBy('$2')} ORDER BY m.pinned_at DESC, m.seq DESC`,
);

/** All pinned messages that the viewer sees, newest pin first. */
export const readPinned = (tx: Tx, chatId: string, viewerId: string): Promise<MessageRow[]> =>
  selectPinned(tx, [chatId, viewerId]);

const HAS_LINK = `m.content ~* '\\m(https?://|www\\.)[^[:space:]]'`;

/** The gallery kind of a message; must equal the expression of the index `messages_gallery`. */
export const GALLERY = `(CASE WHEN m.type IN ('image', 'video') THEN 'media' WHEN m.type IN ('voice', 'file') THEN m.type WHEN m.type = 'text' AND ${HAS_LINK} THEN 'link' END)`;

/** A condition: a file's caption has a link; must equal that of the index `messages_caption_links`. */
export const CAPTION_LINK = `(m.type IN ('image', 'video', 'file') AND ${HAS_LINK})`;

const pageOf = (kind: string): string =>
  `WHERE m.conversation_id = $1 AND m.seq < $2 AND ${kind} AND m.deleted_at IS NULL AND ${seenBy('$4')} ORDER BY m.seq DESC LIMIT $3`;

const selectGallery = selecting(pageOf(`${GALLERY} = $5`));
const selectCaptionLinks = selecting(pageOf(CAPTION_LINK));

/** The messages of one gallery kind before a seq that the viewer sees, newest first. */
export async function readGallery(
  tx: Tx,
  chatId: string,
  kind: GalleryQueryDto['kind'],
  before: number,
  limit: number,
  viewerId: string,
): Promise<MessageRow[]> {
  const page = [chatId, before, limit, viewerId];
  const rows = await selectGallery(tx, [...page, kind]);
  if (kind !== 'link') return rows;
  const captions = await selectCaptionLinks(tx, page);
  return [...rows, ...captions].toSorted((a, b) => b.seq - a.seq).slice(0, limit);
}

const selectThese = selecting('WHERE m.conversation_id = $1 AND m.id = ANY($2::uuid[]) ORDER BY m.seq');

/** These messages, as far as they are in the conversation, in order. */
export const readThese = (tx: Tx, chatId: string, ids: readonly string[]): Promise<MessageRow[]> =>
  selectThese(tx, [chatId, ids]);

const selectOne = selecting('WHERE m.conversation_id = $1 AND m.id = $2');

/** One message of a conversation; undefined for another conversation's message. */
export const readOne = async (tx: Tx, chatId: string, id: string): Promise<MessageRow | undefined> =>
  (await selectOne(tx, [chatId, id]))[0];

/** A message's identity for its client. */
export interface ClientKey {
  chatId: string;
  senderId: string;
  clientMessageId: string;
}

const storedOf = prepared<FlatRow>(
  'messages-sent',
  FLAT_COLUMNS,
  `${SELECT} WHERE (m.conversation_id, m.sender_id, m.client_message_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]))`,
);

/** The messages that are stored already under these keys. */
export const readSent = async (tx: Tx, keys: readonly ClientKey[]): Promise<MessageRow[]> =>
  (
    await storedOf(tx, [
      keys.map((key) => key.chatId),
      keys.map((key) => key.senderId),
      keys.map((key) => key.clientMessageId),
    ])
  ).map(toRow);

export const writeRev = command('UPDATE messages SET rev = $2 WHERE id = $1');

const selectQuoted = statement<QuotedRow>(
  QUOTED_COLUMNS,
  `
  SELECT id, conversation_id AS "chatId", sender_id AS "senderId", seq, rev, type, left(content, ${LIMITS.quoteLength}) AS content, sticker, deleted_at AS "deletedAt"
  FROM messages WHERE id = ANY($1::uuid[])`,
);

/** The messages to quote, by id. */
export async function readQuoted(tx: Tx, ids: readonly string[]): Promise<Map<string, QuotedRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectQuoted(tx, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const insert = prepared(
  'messages-insert',
  {},
  `INSERT INTO messages (id, conversation_id, sender_id, client_message_id, seq, rev, type, content, body_hash, reply_to_id, created_at, voice_status, expires_at, notice, sticker, card)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::text[], $8::text[], $9::bytea[], $10::uuid[],
    $11::timestamptz[], $12::text[], $13::timestamptz[], $14::jsonb[], $15::text[], $16::jsonb[])`,
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
    rows.map((row) => row.sticker),
    rows.map((row) => row.card && JSON.stringify(row.card)),
  ]);
}
