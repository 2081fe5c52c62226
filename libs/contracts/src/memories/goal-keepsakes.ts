import { IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';

export class KeepGoalDto {
  @IsUUID()
  goalId!: string;
}

/** The keepsake of a goal. */
export interface GoalKept {
  capsuleId: string;
}

/** Makes the one keepsake of an achieved goal: an album that begins with the way to it, and grows. */
export const keepGoal = defineRpc({
  subject: 'memories.keepsake.make-of-goal',
  access: 'user',
  request: KeepGoalDto,
  returns: returns<GoalKept>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'GOAL_NOT_FOUND', 'GOAL_STATE', 'NOT_YOURS', 'TOO_MANY_CAPSULES'],
});
