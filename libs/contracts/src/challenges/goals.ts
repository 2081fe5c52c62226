import { type Done, defineRpc, returns } from '../bus/rpc.js';
import type { FoundTitles } from '../core/views.js';
import {
  AddGoalEntryByIdDto,
  ChangeGoalByIdDto,
  CreateGoalDto,
  GoalEntryIdDto,
  GoalIdDto,
  GoalListQueryDto,
  MilestoneIdDto,
  RespondToGoalByIdDto,
  SearchGoalsDto,
} from './goal-inputs.js';
import type { GoalList, GoalView } from './goal-views.js';

const ofOne = ['NO_PARTNER', 'PART_HIDDEN', 'GOAL_NOT_FOUND'] as const;
const ofPress = [...ofOne, 'GOAL_STATE', 'NOT_YOURS'] as const;

export const listGoals = defineRpc({
  subject: 'challenges.goal.list',
  access: 'user',
  request: GoalListQueryDto,
  returns: returns<GoalList>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** Proposes a goal of both, or starts an own one. */
export const createGoal = defineRpc({
  subject: 'challenges.goal.create',
  access: 'user',
  request: CreateGoalDto,
  returns: returns<GoalView>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'TOO_MANY_GOALS'],
});

export const getGoal = defineRpc({
  subject: 'challenges.goal.get',
  access: 'user',
  request: GoalIdDto,
  returns: returns<GoalView>(),
  errors: ofOne,
});

/** VERSION_CONFLICT carries the goal as it is. */
export const changeGoal = defineRpc({
  subject: 'challenges.goal.change',
  access: 'user',
  request: ChangeGoalByIdDto,
  returns: returns<GoalView>(),
  errors: [...ofPress, 'VERSION_CONFLICT'],
});

/** Accepts, rejects, pauses, resumes or lets go. */
export const respondToGoal = defineRpc({
  subject: 'challenges.goal.respond',
  access: 'user',
  request: RespondToGoalByIdDto,
  returns: returns<GoalView>(),
  errors: ofPress,
});

/** Adds progress or a note. The entry that reaches the target achieves the goal. */
export const addGoalEntry = defineRpc({
  subject: 'challenges.goal.add-entry',
  access: 'user',
  request: AddGoalEntryByIdDto,
  returns: returns<GoalView>(),
  errors: [...ofPress, 'TOO_MANY_ENTRIES'],
});

/** Removes an entry of the caller's. An achieved goal stays achieved. */
export const removeGoalEntry = defineRpc({
  subject: 'challenges.goal.remove-entry',
  access: 'user',
  request: GoalEntryIdDto,
  returns: returns<GoalView>(),
  errors: [...ofOne, 'ENTRY_NOT_FOUND', 'NOT_YOURS'],
});

const ofMilestone = [...ofPress, 'MILESTONE_NOT_FOUND'] as const;

/** The last milestone of a checklist achieves the goal. */
export const completeMilestone = defineRpc({
  subject: 'challenges.goal.complete-milestone',
  access: 'user',
  request: MilestoneIdDto,
  returns: returns<GoalView>(),
  errors: ofMilestone,
});

export const reopenMilestone = defineRpc({
  subject: 'challenges.goal.reopen-milestone',
  access: 'user',
  request: MilestoneIdDto,
  returns: returns<GoalView>(),
  errors: ofMilestone,
});

/** Once a day; again on the same day changes nothing. */
export const cheerGoal = defineRpc({
  subject: 'challenges.goal.cheer',
  access: 'user',
  request: GoalIdDto,
  returns: returns<GoalView>(),
  errors: ofPress,
});

/**
 * Deletes an ended goal. Where the partner has added to it both must agree: the first call records the request and answers
 * PARTNER_CONTENT.
 */
export const deleteGoal = defineRpc({
  subject: 'challenges.goal.delete',
  access: 'user',
  request: GoalIdDto,
  returns: returns<Done>(),
  errors: [...ofPress, 'PARTNER_CONTENT'],
});

/** Searches titles, reasons and milestones by words; the newest first. Notes are not searched. */
export const searchGoals = defineRpc({
  subject: 'challenges.goal.search',
  access: 'user',
  request: SearchGoalsDto,
  returns: returns<FoundTitles>(),
  errors: ['NO_PARTNER'],
});
