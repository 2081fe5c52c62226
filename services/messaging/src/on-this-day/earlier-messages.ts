import { LIMITS } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import type { EarlierDay } from './days.js';

/** Messages take their place in the order of their commits, and their time from the clock of whoever wrote them: clocks may differ by this much, in milliseconds. */
const SKEW = 15 * 60_000;

/** Of a day on which more was said, only so many from its beginning are looked at. */
const MOST_OF_A_DAY = 5_000;

/**
 * How many messages were there before each of these instants, by halving: time goes on with the places, so each is
 * found in as many looks at one index entry as the length of the conversation has bits.
 */
const PLACES = `
  WITH RECURSIVE halves AS (
    SELECT n, at, 0 AS low, $2::int AS high FROM unnest($3::timestamptz[]) WITH ORDINALITY AS given (at, n)
    UNION ALL
    SELECT n, at, CASE WHEN sent_at < at THEN middle ELSE low END, CASE WHEN sent_at < at THEN high ELSE middle - 1 END
    FROM (
      SELECT h.*, (low + high + 1) / 2 AS middle,
             (SELECT m.created_at FROM messages m WHERE m.conversation_id = $1 AND m.seq = (h.low + h.high + 1) / 2) AS sent_at
      FROM halves h WHERE low < high
    ) looked
  )
  SELECT low AS place FROM halves WHERE low = high ORDER BY n`;

/**
 * The best of each day, a year's best before another year's second. Photos and videos come first, then what both
 * reacted to, then what one did, then what is pinned, then voice notes; other texts are everyday.
 */
const BEST = `
  SELECT id, n::int - 1 AS day FROM (
    SELECT m.id, d.n, d.years_ago, row_number() OVER (
      PARTITION BY d.years_ago ORDER BY m.is_visual DESC, m.reactors DESC, m.is_pinned DESC, m.is_voice DESC, m.seq
    ) AS rank
    FROM unnest($3::int[], $4::int[], $5::int[], $6::timestamptz[], $7::timestamptz[]) WITH ORDINALITY AS d (years_ago, before, last, since, until, n)
    CROSS JOIN LATERAL (
      SELECT m.id, m.seq, m.type IN ('image', 'video') AS is_visual, m.type = 'voice' AS is_voice, m.pinned_at IS NOT NULL AS is_pinned,
             (SELECT count(DISTINCT r.user_id) FROM reactions r WHERE r.message_id = m.id) AS reactors
      FROM messages m
      WHERE m.conversation_id = $1 AND m.seq > d.before AND m.seq <= least(d.last, d.before + ${MOST_OF_A_DAY})
        AND m.created_at >= d.since AND m.created_at < d.until
        AND m.type <> 'notice' AND m.deleted_at IS NULL AND m.expires_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM on_this_day_exclusions e WHERE e.conversation_id = $1 AND e.user_id = $2 AND e.message_id = m.id)
    ) m
    WHERE m.is_visual OR m.is_voice OR m.is_pinned OR m.reactors > 0
  ) ranked
  ORDER BY rank, years_ago LIMIT ${LIMITS.onThisDayItems}`;

/** Whose day is looked for, and where. */
export interface Viewer {
  chatId: string;
  userId: string;
  lastSeq: number;
}

/** When the conversation began; undefined while nothing was said. */
export async function readBeginning(tx: Tx, chatId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }[]>('SELECT created_at AS at FROM messages WHERE conversation_id = $1 AND seq = 1', [chatId]);
  return row?.at;
}

/** Which messages of these days are worth being shown to this person again, each with its day. */
export async function readBest(tx: Tx, { chatId, userId, lastSeq }: Viewer, days: readonly EarlierDay[]): Promise<Map<string, EarlierDay>> {
  const bounds = [...days.map(({ from }) => from.getTime() - SKEW), ...days.map(({ to }) => to.getTime() + SKEW)].map((at) => new Date(at));
  const places = (await tx.query<{ place: number }[]>(PLACES, [chatId, lastSeq, bounds])).map(({ place }) => place);
  const best = await tx.query<{ id: string; day: number }[]>(BEST, [
    chatId,
    userId,
    days.map(({ yearsAgo }) => yearsAgo),
    places.slice(0, days.length),
    places.slice(days.length),
    days.map(({ from }) => from),
    days.map(({ to }) => to),
  ]);
  return new Map(best.flatMap(({ id, day }) => (days[day] ? [[id, days[day]]] : [])));
}
