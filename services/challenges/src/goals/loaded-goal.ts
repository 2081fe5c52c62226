import { type GoalProgress, LIMITS } from '@duet/contracts';
import { type CoupleDays, DAY, type Tx, dayOfCouple } from '@duet/service-kit';
import { In } from 'typeorm';
import { type GoalFigures, readCheers, readFigures } from './goal-figures.queries.js';
import type { Goal } from './goal.entity.js';
import { GoalEntry } from './goal-entry.entity.js';
import { Milestone } from './milestone.entity.js';

/** A goal with all that a list of goals shows. */
export interface LoadedGoal {
  goal: Goal;
  milestones: Milestone[];
  figures: Omit<GoalFigures, 'goalId'>;
  cheers: number;
  cheeredToday: boolean;
}

const NOTHING: LoadedGoal['figures'] = { sum: 0, fullWeeks: 0, thisWeek: 0 };

/** The couple's day, in days since 1970. */
export const todayOf = (couple: CoupleDays, now: Date): number => Date.parse(dayOfCouple(couple, now)) / DAY;

/**
 * Reads what belongs to these goals, in their order.
 * @param today the couple's day, as days since 1970
 */
export async function loadGoals(
  tx: Tx,
  goals: readonly Goal[],
  viewerId: string,
  today: number,
): Promise<LoadedGoal[]> {
  const ids = goals.map(({ id }) => id);
  const milestones = await tx.find(Milestone, { where: { goalId: In(ids) }, order: { position: 'ASC' } });
  const milestonesOf = Map.groupBy(milestones, ({ goalId }) => goalId);
  const figures = new Map((await readFigures(tx, [ids, today])).map(({ goalId, ...row }) => [goalId, row]));
  const cheers = new Map((await readCheers(tx, [ids, viewerId, today])).map((row) => [row.goalId, row]));
  return goals.map((goal) => ({
    goal,
    milestones: milestonesOf.get(goal.id) ?? [],
    figures: figures.get(goal.id) ?? NOTHING,
    cheers: cheers.get(goal.id)?.cheers ?? 0,
    cheeredToday: cheers.get(goal.id)?.today ?? false,
  }));
}

/** The newest entries of a goal, newest first. */
export const newestEntries = (tx: Tx, goalId: string): Promise<GoalEntry[]> =>
  tx.find(GoalEntry, { where: { goalId }, order: { id: 'DESC' }, take: LIMITS.goalEntriesShown });

const clamp = (done: number, total: number): number => Math.max(0, Math.min(done, total));

/** The progress of the goal. An achieved one stays complete, also when an entry is removed later. */
export function progressOf({ goal, milestones, figures }: LoadedGoal): GoalProgress {
  const { type, target, status } = goal;
  const total = type === 'checklist' ? milestones.length : (target ?? 1);
  const counted = {
    checklist: milestones.filter(({ doneAt }) => doneAt !== null).length,
    counter: figures.sum,
    habit: figures.fullWeeks,
    date: figures.sum,
  }[type];
  return {
    done: status === 'achieved' ? total : clamp(counted, total),
    total,
    thisWeek: type === 'habit' ? figures.thisWeek : null,
  };
}
