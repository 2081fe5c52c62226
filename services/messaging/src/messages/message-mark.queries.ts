import {
  LIMITS,
  type MarkedMessage,
  type MessageView,
  type OwnMarkChange,
  hiddenQuote,
  hiddenView,
} from '@duet/contracts';
import { type Columns, type Tx, command, prepared, statement } from '@duet/service-kit';
import { type Members, messageView } from './message.view.js';
import type { MessageRow } from './message.queries.js';

/** A member's mark on a message. */
export interface MarkRow {
  messageId: string;
  seq: number;
  starredAt: Date | null;
  hidden: boolean;
  ownRev: number;
}

const COLUMN_TYPES: Columns<MarkRow> = {
  messageId: 'uuid',
  seq: 'int4',
  starredAt: 'timestamptz | null',
  hidden: 'bool',
  ownRev: 'int4',
};

const COLUMNS = 'message_id AS "messageId", seq, starred_at AS "starredAt", hidden, own_rev AS "ownRev"';
const OF_MEMBER = 'FROM message_marks WHERE conversation_id = $1 AND user_id = $2';

export const markedView = ({ starredAt, ...mark }: MarkRow): MarkedMessage => ({
  ...mark,
  starredAt: starredAt?.toISOString() ?? null,
});

/** The mark as a change of its owner's own state. */
export function markChange(row: MarkRow): OwnMarkChange {
  const { ownRev, ...mark } = markedView(row);
  return { kind: 'message', ownRev, mark };
}

const selectMarks = prepared<MarkRow>(
  'message-marks',
  COLUMN_TYPES,
  `SELECT ${COLUMNS} ${OF_MEMBER} AND seq = ANY($3::int[])`,
);

/** A member's marks on the messages with these seqs. */
export const readMarks = (tx: Tx, chatId: string, userId: string, seqs: readonly number[]): Promise<MarkRow[]> =>
  selectMarks(tx, [chatId, userId, seqs]);

/** A member's marks after an own revision, in the order of their changes. */
export const readMarksAfter = statement<MarkRow>(
  COLUMN_TYPES,
  `SELECT ${COLUMNS} ${OF_MEMBER} AND own_rev > $3 ORDER BY own_rev LIMIT $4`,
);

const selectHidden = prepared<{ seq: number }>(
  'message-marks-hidden',
  { seq: 'int4' },
  `SELECT seq ${OF_MEMBER} AND hidden ORDER BY seq DESC LIMIT ${LIMITS.hiddenSeqs}`,
);

/** The seqs of the newest messages that a member deleted for themselves. */
export const readHiddenSeqs = async (tx: Tx, chatId: string, userId: string): Promise<number[]> =>
  (await selectHidden(tx, [chatId, userId])).map(({ seq }) => seq);

/** Takes the member's next own revision; no row after the conversation has ended. The caller holds the member's lock. */
export const takeOwnRev = statement<{ ownRev: number }>(
  { ownRev: 'int4' },
  `UPDATE conversation_members SET own_rev = own_rev + 1 WHERE conversation_id = $1 AND user_id = $2 AND active
   RETURNING own_rev AS "ownRev"`,
);

/** Parameters: conversation, member, seq, message, star, hidden, own revision. */
export const writeMark = command(`
  INSERT INTO message_marks (conversation_id, user_id, seq, message_id, starred_at, star_rev, hidden, own_rev)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN $5::timestamptz IS NOT NULL THEN $7::int END, $6, $7)
  ON CONFLICT (conversation_id, user_id, seq) DO UPDATE
  SET starred_at = excluded.starred_at, star_rev = excluded.star_rev, hidden = excluded.hidden, own_rev = excluded.own_rev`);

/** Parameters: conversation, member, seq or null, own revision. */
export const writeUnread = command(
  `UPDATE conversation_members SET unread_from = $3, unread_read_up_to = read_up_to, unread_own_rev = $4
   WHERE conversation_id = $1 AND user_id = $2`,
);

/** A page of the starred messages, the last star first, before a `star_rev`. */
export const readStarred = statement<{ messageId: string; starredAt: Date | null; starRev: number | null }>(
  { messageId: 'uuid', starredAt: 'timestamptz | null', starRev: 'int4 | null' },
  `SELECT k.message_id AS "messageId", k.starred_at AS "starredAt", k.star_rev AS "starRev"
   FROM message_marks k JOIN messages m ON m.id = k.message_id
   WHERE k.conversation_id = $1 AND k.user_id = $2 AND k.starred_at IS NOT NULL AND NOT k.hidden AND k.star_rev < $3
     AND m.deleted_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > $4)
   ORDER BY k.star_rev DESC LIMIT $5`,
);

export const eraseMarks = command('DELETE FROM message_marks WHERE user_id = $1');

export const eraseUnreadMarks = command('UPDATE conversation_members SET unread_from = NULL WHERE user_id = $1');

const hiddenOf = (marks: readonly MarkRow[]): ReadonlySet<number> =>
  new Set(marks.flatMap(({ seq, hidden }) => (hidden ? [seq] : [])));

/** Leaves out the messages that a member deleted for themselves. */
export async function withoutHidden(
  tx: Tx,
  chatId: string,
  userId: string,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  const marks = await readMarks(
    tx,
    chatId,
    userId,
    rows.map(({ seq }) => seq),
  );
  const hidden = hiddenOf(marks);
  return rows.filter(({ seq }) => !hidden.has(seq));
}

/** Messages as one member sees them, with that member's marks on them. */
export interface ViewerMessages {
  messages: MessageView[];
  marks: OwnMarkChange[];
}

/** Empties what the viewer deleted for themselves, as messages and as quotes. */
export async function viewerMessages(
  tx: Tx,
  { id, members }: { id: string; members: Members },
  viewerId: string,
  rows: readonly MessageRow[],
): Promise<ViewerMessages> {
  const seqs = new Set(rows.flatMap(({ seq, quoted }) => (quoted ? [seq, quoted.seq] : [seq])));
  const marks = seqs.size === 0 ? [] : await readMarks(tx, id, viewerId, [...seqs]);
  const hidden = hiddenOf(marks);
  const messages = rows.map((row) => {
    const view = messageView(row, members);
    if (hidden.has(row.seq)) return hiddenView(view);
    return view.replyTo && hidden.has(view.replyTo.seq) ? { ...view, replyTo: hiddenQuote(view.replyTo) } : view;
  });
  return { messages, marks: marks.map(markChange) };
}
