import { prepared } from '@duet/service-kit';
import { selectDueCouples } from '../couples/couple.queries.js';

/** The couples with a due reminder of their question. */
export const selectDueForQuestions = selectDueCouples({ table: 'daily_couples', coupleId: 'couple_id', at: 'look_at' });

/** Returns no row when the person has been reminded already. Parameters: couple, person, day. */
export const insertDailyReminder = prepared<{ userId: string }>(
  'daily-reminder-insert',
  { userId: 'uuid' },
  `INSERT INTO daily_reminders (couple_id, user_id, day_key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
   RETURNING user_id AS "userId"`,
);
