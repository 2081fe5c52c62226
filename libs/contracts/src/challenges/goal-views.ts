export const GOAL_CATEGORIES = ['us', 'home', 'health', 'learning', 'adventure', 'money'] as const;
export type GoalCategory = (typeof GOAL_CATEGORIES)[number];

/**
 * `checklist`: all milestones. `counter`: the deltas add up to `target`. `habit`: `target` weeks with entries on `perWeek`
 * days each. `date`: one entry with a delta says that it happened.
 */
export const GOAL_TYPES = ['checklist', 'counter', 'habit', 'date'] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

/** `ours` starts when the partner accepts. Of `mine_with_support` the partner sees the progress, and cheers. */
export const GOAL_OWNERSHIPS = ['ours', 'mine_with_support'] as const;
export type GoalOwnership = (typeof GOAL_OWNERSHIPS)[number];

export const GOAL_STATUSES = ['proposed', 'active', 'paused', 'achieved', 'let_go'] as const;
export type GoalStatus = (typeof GOAL_STATUSES)[number];

/** The actions that a person may take on a goal at this moment; the server derives them from its table. */
export type GoalAction =
  | 'accept'
  | 'reject'
  | 'change_details'
  | 'add_entry'
  | 'complete_milestone'
  | 'pause'
  | 'resume'
  | 'let_go'
  | 'cheer'
  | 'keep'
  | 'delete';

export interface GoalMilestoneView {
  _id: string;
  title: string;
  doneAt: string | null;
  doneBy: string | null;
}

export interface GoalEntryView {
  _id: string;
  user: string;
  delta: number;
  note: string;
  at: string;
}

export interface GoalProgress {
  /** Milestones, units or full weeks; 1 of 1 for a date that has come true. */
  done: number;
  total: number;
  /** Days of this week with an entry; null unless the goal is a habit. */
  thisWeek: number | null;
}

/** A goal without its entries: for lists. */
export interface GoalSummary {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  why: string;
  category: GoalCategory;
  type: GoalType;
  /** Units of a counter, weeks of a habit. */
  target: number | null;
  unit: string | null;
  perWeek: number | null;
  dueAt: string | null;
  ownership: GoalOwnership;
  status: GoalStatus;
  createdAt: string;
  updatedAt: string;
  achievedAt: string | null;
  milestones: GoalMilestoneView[];
  progress: GoalProgress;
  /** Days on which the partner cheered. */
  cheers: number;
  /** Whether the caller has cheered today. */
  cheeredToday: boolean;
  /** The members who want it deleted, where both must agree. The request lapses after 7 days. */
  deleteAskedBy: string | null;
  version: number;
  actions: GoalAction[];
}

/** A goal as its viewer may see it. */
export interface GoalView extends GoalSummary {
  /** The newest, newest first. Empty for the partner of a `mine_with_support` goal. */
  entries: GoalEntryView[];
}

/** Newest first. `nextCursor` asks for what is older; null at the end. */
export interface GoalList {
  goals: GoalSummary[];
  nextCursor: string | null;
}
