import { prepared, preparedAlone } from '@duet/service-kit';
import { selectDueCouples } from '../couples/couple.queries.js';

/** The values of a reminder's sentence. */
export interface RemindedRow {
  id: string;
  title: string | null;
  milestone: 'days' | 'years' | null;
  count: number | null;
  daysBefore: number;
}

/** The couples with a due reminder of a date. */
export const selectDueForDates = selectDueCouples({ table: 'couples', coupleId: 'id', at: 'remind_at' });

/**
 * Parameters: person, reminder ids. Selects only reminders of an active couple, with only the titles that the person may
 * see now.
 */
export const selectReminded = preparedAlone<RemindedRow>(
  'date-reminder-select',
  { id: 'uuid', title: 'text | null', milestone: 'text | null', count: 'int4 | null', daysBefore: 'int4' },
  `SELECT r.id, d.title, r.milestone, r.count, r.days_before AS "daysBefore"
   FROM date_reminders r
   JOIN couple_members m ON m.couple_id = r.couple_id AND m.user_id = r.user_id AND m.active
   LEFT JOIN important_dates d ON d.id = r.date_id AND (d.private_to IS NULL OR d.private_to = r.user_id)
   WHERE r.user_id = $1 AND r.id = ANY($2::uuid[])`,
);

/** Returns no row when the person has been reminded already. Parameters: the columns in the order of the statement. */
export const insertDateReminder = prepared<{ id: string }>(
  'date-reminder-insert',
  { id: 'uuid' },
  `INSERT INTO date_reminders (id, couple_id, user_id, date_id, milestone, count, occurs_on, days_before)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
);
