import { defineRpc, returns } from '../bus/rpc.js';
import { ChallengeRecordsDto } from './exports.js';
import type { GoalCategory, GoalOwnership, GoalStatus, GoalType } from './goal-views.js';

/** A goal as its reader's export shows it: of the partner's own goals without the entries. */
export interface GoalRecord {
  id: string;
  coupleId: string;
  title: string;
  why: string;
  category: GoalCategory;
  type: GoalType;
  ownership: GoalOwnership;
  status: GoalStatus;
  /** null when the person deleted their account and only the partner's part of it stayed. */
  createdBy: string | null;
  createdAt: string;
  dueAt: string | null;
  achievedAt: string | null;
  milestones: { title: string; doneAt: string | null }[];
  entries: { author: string; delta: number; note: string; at: string }[];
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface GoalRecords {
  goals: GoalRecord[];
  next: string | null;
}

/** Also of a couple that ended less than 30 days ago. Only an export makes this call. */
export const listGoalRecords = defineRpc({
  subject: 'challenges.export.goals',
  access: 'user',
  request: ChallengeRecordsDto,
  returns: returns<GoalRecords>(),
  errors: [],
  tokens: ['export'],
});
