import { LIMITS, type OnThisDayExclusion } from '@duet/contracts';
import { type Tx, command, statement, type Period } from '@duet/service-kit';
import type { ConversationRow } from '../conversations/conversation.queries.js';
import type { QuotedRow } from '../messages/message.queries.js';
import { quoteView } from '../messages/message.view.js';

interface ExclusionRow {
  id: string;
  first: string | null;
  last: string | null;
  message: (Omit<QuotedRow, 'deletedAt'> & { sentAt: string }) | null;
}

/** The conversation and person that exclusions belong to. */
type Owner = [chatId: string, userId: string];

/** Leaves out messages that were deleted since. */
const allOf = statement<ExclusionRow>(
  { id: 'uuid', first: 'text | null', last: 'text | null', message: 'jsonb | null' },
  `
  SELECT e.id, to_char(e.first_day, 'YYYY-MM-DD') AS first, to_char(e.last_day, 'YYYY-MM-DD') AS last,
         CASE WHEN m.id IS NOT NULL THEN jsonb_build_object(
           'id', m.id, 'chatId', m.conversation_id, 'senderId', m.sender_id, 'seq', m.seq, 'rev', m.rev, 'type', m.type,
           'content', left(m.content, ${LIMITS.quoteLength}), 'sticker', m.sticker,
           'sentAt', m.created_at
         ) END AS message
  FROM on_this_day_exclusions e LEFT JOIN messages m ON m.id = e.message_id
  WHERE e.conversation_id = $1 AND e.user_id = $2 AND (e.message_id IS NULL OR m.deleted_at IS NULL)
  ORDER BY e.created_at DESC, e.id DESC`,
);

function viewOf({ id, first, last, message }: ExclusionRow, { members }: ConversationRow): OnThisDayExclusion {
  if (message) {
    const { sentAt, ...quoted } = message;
    return {
      _id: id,
      kind: 'message',
      message: quoteView({ ...quoted, deletedAt: null }, members),
      sentAt: new Date(sentAt).toISOString(),
    };
  }
  // Unreachable while `on_this_day_exclusions_kind_check` holds.
  if (first === null || last === null) throw new TypeError('an exclusion has neither message nor period');
  return { _id: id, kind: 'period', from: first, to: last };
}

/** All exclusions of a person, latest first. */
export async function readExclusions(
  tx: Tx,
  conversation: ConversationRow,
  userId: string,
): Promise<OnThisDayExclusion[]> {
  const rows = await allOf(tx, [conversation.id, userId]);
  return rows.map((row) => viewOf(row, conversation));
}

const periodsOf = statement<Period>(
  { from: 'text', to: 'text' },
  `
  SELECT to_char(first_day, 'YYYY-MM-DD') AS "from", to_char(last_day, 'YYYY-MM-DD') AS "to"
  FROM on_this_day_exclusions WHERE conversation_id = $1 AND user_id = $2 AND first_day IS NOT NULL`,
);

export const readPeriods = (tx: Tx, ...owner: Owner): Promise<Period[]> => periodsOf(tx, owner);

const insert = command(`
  INSERT INTO on_this_day_exclusions (id, conversation_id, user_id, message_id, first_day, last_day, created_at)
  VALUES ($3, $1, $2, $4, $5, $6, clock_timestamp())`);

export async function insertExclusion(
  tx: Tx,
  owner: Owner,
  id: string,
  what: { messageId: string } | Period,
): Promise<void> {
  const [messageId, first, last] = 'messageId' in what ? [what.messageId, null, null] : [null, what.from, what.to];
  await insert(tx, [...owner, id, messageId, first, last]);
}

const remove = command('DELETE FROM on_this_day_exclusions WHERE conversation_id = $1 AND user_id = $2 AND id = $3');

/** @returns whether the exclusion existed. */
export async function removeExclusion(tx: Tx, owner: Owner, id: string): Promise<boolean> {
  return (await remove(tx, [...owner, id])) > 0;
}

const countOff = command('SELECT FROM on_this_day_off WHERE conversation_id = $1 AND user_id = $2');

export const isEnabled = async (tx: Tx, ...owner: Owner): Promise<boolean> => (await countOff(tx, owner)) === 0;

const switchOff = command(
  'INSERT INTO on_this_day_off (conversation_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);
const switchOn = command('DELETE FROM on_this_day_off WHERE conversation_id = $1 AND user_id = $2');

export async function setEnabled(tx: Tx, owner: Owner, enabled: boolean): Promise<void> {
  await (enabled ? switchOn : switchOff)(tx, owner);
}

const OF_THE_USER =
  'user_id = $1 AND conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = $1)';

export const eraseExclusions = command(`DELETE FROM on_this_day_exclusions WHERE ${OF_THE_USER}`);

export const eraseOff = command(`DELETE FROM on_this_day_off WHERE ${OF_THE_USER}`);
