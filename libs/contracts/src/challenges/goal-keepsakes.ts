import { IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';

/** A milestone that was reached, or a note on the way, which both may read. */
export interface GoalKeepsakePart {
  id: string;
  author: string;
  text: string;
  at: string;
}

/** An achieved goal as its keepsake shows it, in the order of time. */
export interface GoalKeepsakeSource {
  coupleId: string;
  title: string;
  why: string;
  parts: GoalKeepsakePart[];
}

export class GoalKeepsakeSourceDto {
  /** The person who makes the keepsake. */
  @IsUUID()
  userId!: string;

  @IsUUID()
  goalId!: string;
}

/** Returns the part of an achieved goal that both may read. Only memories makes this call. */
export const getGoalKeepsakeSource = defineRpc({
  subject: 'challenges.goal.keepsake-source',
  access: 'process',
  request: GoalKeepsakeSourceDto,
  returns: returns<GoalKeepsakeSource>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'GOAL_NOT_FOUND', 'GOAL_STATE', 'NOT_YOURS'],
});
