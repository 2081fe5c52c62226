import { command, statement } from '@duet/service-kit';

/** The figures that the entries of a goal come to. Days are days since 1970, which was a Thursday; weeks begin on Monday. */
export interface GoalFigures {
  goalId: string;
  sum: number;
  fullWeeks: number;
  thisWeek: number;
}

/** Goals without an entry that moves have no row. Parameters: ids of goals, the couple's day. */
export const readFigures = statement<GoalFigures>(
  { goalId: 'uuid', sum: 'int4', fullWeeks: 'int4', thisWeek: 'int4' },
  `SELECT g.id AS "goalId",
     greatest(least(sum(w.sum), 2147483647), -2147483647)::integer AS sum,
     (count(*) FILTER (WHERE w.days >= g.per_week))::integer AS "fullWeeks",
     coalesce(max(w.days) FILTER (WHERE w.week = ($2::integer + 3) / 7), 0)::integer AS "thisWeek"
   FROM goals g JOIN (
     SELECT goal_id, (day + 3) / 7 AS week, count(DISTINCT day) AS days, sum(delta::bigint) AS sum
     FROM goal_entries WHERE goal_id = ANY ($1::uuid[]) AND delta <> 0 GROUP BY goal_id, (day + 3) / 7
   ) w ON w.goal_id = g.id GROUP BY g.id`,
);

/** Parameters: ids of goals, the reader, the couple's day. */
export const readCheers = statement<{ goalId: string; cheers: number; today: boolean }>(
  { goalId: 'uuid', cheers: 'int4', today: 'bool' },
  `SELECT goal_id AS "goalId", count(*)::integer AS cheers, bool_or(user_id = $2 AND day = $3) AS today
   FROM goal_cheers WHERE goal_id = ANY ($1::uuid[]) GROUP BY goal_id`,
);

/** No row where the person has cheered on this day. Parameters: goal, person, day. */
export const insertCheer = command(
  'INSERT INTO goal_cheers (goal_id, user_id, day) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
);

/** The words by which a goal is found; `words` are its reason and its milestones. Parameters: couple, limit. */
export const readGoalWords = statement<{ id: string; title: string; words: string }>(
  { id: 'uuid', title: 'text', words: 'text' },
  `SELECT g.id, g.title, concat_ws(E'\\n', nullif(g.why, ''), (
     SELECT string_agg(m.title, E'\\n' ORDER BY m.position) FROM goal_milestones m WHERE m.goal_id = g.id)) AS words
   FROM goals g WHERE g.couple_id = $1 ORDER BY g.id DESC LIMIT $2`,
);
