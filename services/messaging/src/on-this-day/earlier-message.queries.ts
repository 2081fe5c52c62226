import { seenBy } from '../messages/message.queries.js';
import { LIMITS } from '@duet/contracts';
import { type Tx, statement, type EarlierDay } from '@duet/service-kit';

/** The most messages that are read of one day, from its beginning. */
const DAY_LIMIT = 5_000;

/**
 * The best messages of each day, a year's best before another year's second. The order is: photos and videos, reactions of
 * both, reactions of one, pins, voice notes. Other texts do not qualify.
 */
const selectBest = statement<{ id: string; day: number }>(
  { id: 'uuid', day: 'int4' },
  `SELECT id, n::int - 1 AS day FROM (
    SELECT m.id, d.n, d.years_ago, row_number() OVER (
      PARTITION BY d.years_ago ORDER BY m.is_visual DESC, m.reactors DESC, m.is_pinned DESC, m.is_voice DESC, m.seq
    ) AS rank
    FROM unnest($3::int[], $4::timestamptz[], $5::timestamptz[]) WITH ORDINALITY AS d (years_ago, since, until, n)
    CROSS JOIN LATERAL (
      SELECT m.id, m.seq, m.type IN ('image', 'video') AS is_visual, m.type = 'voice' AS is_voice, m.pinned_at IS NOT NULL AS is_pinned,
             (SELECT count(DISTINCT r.user_id) FROM reactions r WHERE r.message_id = m.id) AS reactors
      FROM (
        SELECT * FROM messages WHERE conversation_id = $1 AND created_at >= d.since AND created_at < d.until
        ORDER BY created_at LIMIT ${DAY_LIMIT}
      ) m
      WHERE m.type <> 'notice' AND m.deleted_at IS NULL AND m.expires_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM on_this_day_exclusions e WHERE e.conversation_id = $1 AND e.user_id = $2 AND e.message_id = m.id)
        AND ${seenBy('$2')}
    ) m
    WHERE m.is_visual OR m.is_voice OR m.is_pinned OR m.reactors > 0
  ) ranked
  ORDER BY rank, years_ago LIMIT ${LIMITS.onThisDayItems}`,
);

const selectFirst = statement<{ at: Date }>(
  { at: 'timestamptz' },
  'SELECT created_at AS at FROM messages WHERE conversation_id = $1 AND seq = 1',
);

/** When the conversation began; undefined without messages. */
export async function readBeginning(tx: Tx, chatId: string): Promise<Date | undefined> {
  const [row] = await selectFirst(tx, [chatId]);
  return row?.at;
}

/** The messages of these days that qualify for _on this day_ of this person: each message's id with its day. */
export async function readBest(
  tx: Tx,
  chatId: string,
  userId: string,
  days: readonly EarlierDay[],
): Promise<Map<string, EarlierDay>> {
  const best = await selectBest(tx, [
    chatId,
    userId,
    days.map(({ yearsAgo }) => yearsAgo),
    days.map(({ from }) => from),
    days.map(({ to }) => to),
  ]);
  return new Map(best.flatMap(({ id, day }) => (days[day] ? [[id, days[day]]] : [])));
}
