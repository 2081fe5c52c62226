import type { GoalEntryView, GoalSummary, GoalView } from '@duet/contracts';
import { deletionAskedBy } from '../couples/consent.js';
import type { GoalEntry } from './goal-entry.entity.js';
import { allowedGoalActions, roleOf } from './goal-states.js';
import { type LoadedGoal, progressOf } from './loaded-goal.js';

interface Viewer {
  viewerId: string;
  now: Date;
}

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

export function goalSummary(loaded: LoadedGoal, { viewerId, now }: Viewer): GoalSummary {
  const { goal, milestones, cheers, cheeredToday } = loaded;
  return {
    _id: goal.id,
    coupleId: goal.coupleId,
    createdBy: goal.createdBy,
    title: goal.title,
    why: goal.why,
    category: goal.category,
    type: goal.type,
    target: goal.target,
    unit: goal.unit,
    perWeek: goal.perWeek,
    dueAt: iso(goal.dueAt),
    ownership: goal.ownership,
    status: goal.status,
    createdAt: goal.createdAt.toISOString(),
    updatedAt: goal.updatedAt.toISOString(),
    achievedAt: iso(goal.achievedAt),
    milestones: milestones.map(({ id, title, doneAt, doneBy }) => ({ _id: id, title, doneAt: iso(doneAt), doneBy })),
    progress: progressOf(loaded),
    cheers,
    cheeredToday,
    deleteAskedBy: deletionAskedBy(goal, now),
    version: goal.version,
    actions: allowedGoalActions(goal, viewerId),
  };
}

/** @param entries the newest, as `newestEntries` reads them */
export const goalView = (loaded: LoadedGoal, entries: readonly GoalEntry[], viewer: Viewer): GoalView => ({
  ...goalSummary(loaded, viewer),
  // A supporter sees how far it is, not the notes on the way.
  entries: roleOf(loaded.goal, viewer.viewerId) === 'supporter' ? [] : entries.map(entryView),
});

const entryView = ({ id, userId, delta, note, at }: GoalEntry): GoalEntryView => ({
  _id: id,
  user: userId,
  delta,
  note,
  at: at.toISOString(),
});
