import type { Tx } from '@duet/service-kit';
import { In } from 'typeorm';
import { Goal } from './goal.entity.js';
import { GoalCheer } from './goal-cheer.entity.js';
import { GoalEntry } from './goal-entry.entity.js';
import { Milestone } from './milestone.entity.js';

/**
 * Erases what the person wrote into goals, and the goals that contained nothing else.
 * @param coupleIds all couples of the person
 */
export async function eraseGoalsOf(tx: Tx, userId: string, coupleIds: readonly string[]): Promise<void> {
  await tx.delete(GoalEntry, { userId });
  await tx.delete(GoalCheer, { userId });
  const coupleId = In(coupleIds);
  const goals = await tx.find(Goal, { select: { id: true }, where: { coupleId } });
  await tx.update(Milestone, { goalId: In(goals.map(({ id }) => id)), doneBy: userId }, { doneBy: null });
  await tx.update(Goal, { coupleId, deleteAskedBy: userId }, { deleteAskedBy: null, deleteAskedAt: null });
  const own = await tx.findBy(Goal, { coupleId, createdBy: userId });
  // After the deletion above, entries are the partner's.
  const goalId = In(own.map(({ id }) => id));
  const continued = new Set(
    (await tx.find(GoalEntry, { select: { goalId: true }, where: { goalId } })).map((entry) => entry.goalId),
  );
  const empty = own.filter(({ id }) => !continued.has(id)).map(({ id }) => id);
  await tx.delete(Goal, { id: In(empty) });
}
