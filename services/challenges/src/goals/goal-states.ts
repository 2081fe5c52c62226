import type { GoalAction, GoalStatus } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Goal } from './goal.entity.js';

/** The role of the caller: the person who created the goal, the other of a goal of both, or the other of one's own goal. */
export type GoalRole = 'creator' | 'partner' | 'supporter';

export const roleOf = ({ createdBy, ownership }: Pick<Goal, 'createdBy' | 'ownership'>, userId: string): GoalRole => {
  if (createdBy === userId) return 'creator';
  return ownership === 'ours' ? 'partner' : 'supporter';
};

interface Transition {
  action: GoalAction;
  from: readonly GoalStatus[];
  by: readonly GoalRole[];
  /** The state that a repeated call finds, and leaves as it is. */
  to?: GoalStatus;
}

const DOERS: readonly GoalRole[] = ['creator', 'partner'];

/** The one table of what may be done when. Guards, the actions that the client shows, and the tests are derived from it. */
export const GOAL_TRANSITIONS: readonly Transition[] = [
  { action: 'accept', from: ['proposed'], by: ['partner'], to: 'active' },
  { action: 'reject', from: ['proposed'], by: ['partner'], to: 'let_go' },
  { action: 'change_details', from: ['proposed'], by: ['creator'] },
  { action: 'change_details', from: ['active', 'paused'], by: DOERS },
  { action: 'add_entry', from: ['active'], by: DOERS },
  { action: 'complete_milestone', from: ['active'], by: DOERS },
  { action: 'pause', from: ['active'], by: DOERS, to: 'paused' },
  { action: 'resume', from: ['paused'], by: DOERS, to: 'active' },
  { action: 'let_go', from: ['proposed'], by: ['creator'], to: 'let_go' },
  { action: 'let_go', from: ['active', 'paused'], by: DOERS, to: 'let_go' },
  { action: 'cheer', from: ['active', 'achieved'], by: ['supporter'] },
  { action: 'keep', from: ['achieved'], by: DOERS },
  { action: 'delete', from: ['achieved', 'let_go'], by: DOERS },
];

/** The actions that the person may take on the goal now. */
export const allowedGoalActions = (goal: Goal, userId: string): GoalAction[] =>
  GOAL_TRANSITIONS.filter(({ from, by }) => from.includes(goal.status) && by.includes(roleOf(goal, userId))).map(
    ({ action }) => action,
  );

/**
 * @returns whether there is something to do: false for a call that repeats an earlier one
 * @throws AppError NOT_YOURS, GOAL_STATE
 */
export function requireGoalAction(action: GoalAction, goal: Goal, userId: string): boolean {
  const rows = GOAL_TRANSITIONS.filter((row) => row.action === action);
  const role = roleOf(goal, userId);
  const inState = rows.filter(({ from }) => from.includes(goal.status));
  if (inState.some(({ by }) => by.includes(role))) return true;
  if (rows.some(({ to, by }) => to === goal.status && by.includes(role))) return false;
  throw new AppError(inState.length > 0 ? 'NOT_YOURS' : 'GOAL_STATE');
}
