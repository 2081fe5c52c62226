import { TEXTS } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';

interface Row {
  id: string;
  title: string | null;
  milestone: 'days' | 'years' | null;
  count: number | null;
  daysBefore: number;
}

/** Only of a couple that is one, and only what the person may see of it right now. */
const OF_PERSON = `
  SELECT r.id, d.title, r.milestone, r.count, r.days_before AS "daysBefore"
  FROM date_reminders r
  JOIN couple_members m ON m.couple_id = r.couple_id AND m.user_id = r.user_id AND m.active
  LEFT JOIN important_dates d ON d.id = r.date_id AND (d.private_to IS NULL OR d.private_to = r.user_id)
  WHERE r.user_id = $1 AND r.id = ANY($2::uuid[])`;

/** What reminders say, by their ids. Of one that is missing here nothing can be said any more. */
export async function reminderWords(tx: Tx, userId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Row[]>(OF_PERSON, [userId, ids]);
  return new Map(rows.flatMap((row) => wordsOf(row).map((words): [string, string] => [row.id, words])));
}

/** One sentence, or none when the date is no longer there to be seen. */
export function wordsOf({ title, milestone, count, daysBefore }: Omit<Row, 'id'>): string[] {
  if (milestone !== null && count !== null) return [TEXTS.notice.milestone(milestone, count)];
  return title === null ? [] : [TEXTS.notice.dateNear(title, daysBefore)];
}

const TAKE_BACK = `
  WITH told AS (DELETE FROM date_reminders WHERE date_id = $1 AND user_id = ANY($2::uuid[]) RETURNING id)
  DELETE FROM notifications WHERE kind = 'date_reminder' AND entity_id IN (SELECT id FROM told) AND user_id = ANY($2::uuid[])`;

/** Takes what these people were told of a date out of their lists. */
export async function takeBackReminders(tx: Tx, dateId: string, userIds: string[]): Promise<void> {
  await tx.query(TAKE_BACK, [dateId, userIds]);
}
