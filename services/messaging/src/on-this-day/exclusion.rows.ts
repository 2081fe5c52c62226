import { LIMITS, type OnThisDayExclusion } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import type { ConversationState } from '../conversations/conversation.rows.js';
import type { QuotedRow } from '../messages/message.rows.js';
import { quoteView } from '../messages/message.view.js';
import type { Period } from './days.js';

interface ExclusionRow {
  id: string;
  first: string | null;
  last: string | null;
  message: (Omit<QuotedRow, 'deletedAt'> & { sentAt: string }) | null;
}

/** Whose exclusions, and where. */
type Owner = [chatId: string, userId: string];

/** What was hidden and deleted since needs no hiding any more. */
const ALL_OF = `
  SELECT e.id, to_char(e.first_day, 'YYYY-MM-DD') AS first, to_char(e.last_day, 'YYYY-MM-DD') AS last,
         CASE WHEN m.id IS NOT NULL THEN jsonb_build_object(
           'id', m.id, 'chatId', m.conversation_id, 'senderId', m.sender_id, 'seq', m.seq, 'rev', m.rev, 'type', m.type,
           'content', left(m.content, ${LIMITS.quoteLength}), 'sentAt', m.created_at
         ) END AS message
  FROM on_this_day_exclusions e LEFT JOIN messages m ON m.id = e.message_id
  WHERE e.conversation_id = $1 AND e.user_id = $2 AND (e.message_id IS NULL OR m.deleted_at IS NULL)
  ORDER BY e.created_at DESC, e.id DESC`;

function viewOf({ id, first, last, message }: ExclusionRow, { members }: ConversationState): OnThisDayExclusion {
  if (message) {
    const { sentAt, ...quoted } = message;
    return { _id: id, kind: 'message', message: quoteView({ ...quoted, deletedAt: null }, members), sentAt: new Date(sentAt).toISOString() };
  }
  // Unreachable while `on_this_day_exclusions_kind_check` holds.
  if (first === null || last === null) throw new TypeError('an exclusion of nothing');
  return { _id: id, kind: 'period', from: first, to: last };
}

/** All of a person's, the latest first. */
export async function readExclusions(tx: Tx, conversation: ConversationState, userId: string): Promise<OnThisDayExclusion[]> {
  const rows = await tx.query<ExclusionRow[]>(ALL_OF, [conversation.id, userId]);
  return rows.map((row) => viewOf(row, conversation));
}

const PERIODS = `
  SELECT to_char(first_day, 'YYYY-MM-DD') AS "from", to_char(last_day, 'YYYY-MM-DD') AS "to"
  FROM on_this_day_exclusions WHERE conversation_id = $1 AND user_id = $2 AND first_day IS NOT NULL`;

export const readPeriods = (tx: Tx, ...owner: Owner): Promise<Period[]> => tx.query<Period[]>(PERIODS, owner);

const INSERT = `
  INSERT INTO on_this_day_exclusions (id, conversation_id, user_id, message_id, first_day, last_day, created_at)
  VALUES ($3, $1, $2, $4, $5, $6, clock_timestamp())`;

export async function insertExclusion(tx: Tx, owner: Owner, id: string, what: { messageId: string } | Period): Promise<void> {
  const [messageId, first, last] = 'messageId' in what ? [what.messageId, null, null] : [null, what.from, what.to];
  await tx.query(INSERT, [...owner, id, messageId, first, last]);
}

const REMOVE = 'DELETE FROM on_this_day_exclusions WHERE conversation_id = $1 AND user_id = $2 AND id = $3';

/** @returns whether it was there. */
export async function removeExclusion(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  const [, removed] = await tx.query<[unknown[], number]>(REMOVE, [...owner, id]);
  return removed > 0;
}

const IS_OFF = 'SELECT 1 FROM on_this_day_off WHERE conversation_id = $1 AND user_id = $2';

export const isEnabled = async (tx: Tx, ...owner: Owner): Promise<boolean> => (await tx.query<unknown[]>(IS_OFF, owner)).length === 0;

const SWITCH_OFF = 'INSERT INTO on_this_day_off (conversation_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const SWITCH_ON = 'DELETE FROM on_this_day_off WHERE conversation_id = $1 AND user_id = $2';

export async function setEnabled(tx: Tx, owner: Owner, enabled: boolean): Promise<void> {
  await tx.query(enabled ? SWITCH_ON : SWITCH_OFF, owner);
}
