import {
  type AddGoalEntryByIdDto,
  type GoalEntryIdDto,
  type GoalView,
  LIMITS,
  type MilestoneIdDto,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { GoalChanges, type LockedGoal } from './goal-changes.js';
import { GoalEntry } from './goal-entry.entity.js';
import { insertCheer } from './goal-figures.queries.js';
import { requireEntry } from './goal-shape.js';
import { Milestone } from './milestone.entity.js';

/** Entries, milestones and cheers, which move goals. */
@Injectable()
export class GoalProgressService {
  constructor(@Inject(GoalChanges) private readonly changes: GoalChanges) {}

  /**
   * Adding again under the same `clientId` changes nothing, also once the goal is achieved.
   * @throws AppError NO_PARTNER, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS, TOO_MANY_ENTRIES, VALIDATION_FAILED
   */
  async addEntry(userId: string, { id, delta = 0, note = '', clientId }: AddGoalEntryByIdDto): Promise<GoalView> {
    return this.changes.run(userId, id, async ({ goal, now, today, permit, unit: { tx } }) => {
      if (await tx.existsBy(GoalEntry, { goalId: id, userId, clientId })) return null;
      permit('add_entry');
      requireEntry(goal.type, delta, note);
      if ((await tx.countBy(GoalEntry, { goalId: id })) >= LIMITS.goalEntries) throw new AppError('TOO_MANY_ENTRIES');
      await tx.insert(GoalEntry, { id: uuid(), goalId: id, userId, clientId, delta, note, day: today, at: now });
      return { kind: 'goal_progressed' };
    });
  }

  /** @throws AppError NO_PARTNER, GOAL_NOT_FOUND, ENTRY_NOT_FOUND, NOT_YOURS */
  async removeEntry(userId: string, { id, entryId }: GoalEntryIdDto): Promise<GoalView> {
    return this.changes.run(userId, id, async ({ unit: { tx } }) => {
      const entry = await tx.findOneBy(GoalEntry, { id: entryId, goalId: id });
      if (!entry) throw new AppError('ENTRY_NOT_FOUND');
      if (entry.userId !== userId) throw new AppError('NOT_YOURS');
      await tx.delete(GoalEntry, { id: entryId });
      return { kind: 'goal_changed' };
    });
  }

  /** @throws AppError NO_PARTNER, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS, MILESTONE_NOT_FOUND */
  async completeMilestone(userId: string, { id, milestoneId }: MilestoneIdDto): Promise<GoalView> {
    return this.changes.run(userId, id, async (locked) => {
      const { doneAt } = milestoneOf(locked, milestoneId);
      // The last one achieved the goal; a repeated call finds it done.
      if (doneAt !== null) return null;
      locked.permit('complete_milestone');
      await locked.unit.tx.update(Milestone, { id: milestoneId }, { doneAt: locked.now, doneBy: userId });
      return { kind: 'goal_progressed' };
    });
  }

  /** @throws AppError NO_PARTNER, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS, MILESTONE_NOT_FOUND */
  async reopenMilestone(userId: string, { id, milestoneId }: MilestoneIdDto): Promise<GoalView> {
    return this.changes.run(userId, id, async (locked) => {
      const { doneAt } = milestoneOf(locked, milestoneId);
      locked.permit('complete_milestone');
      if (doneAt === null) return null;
      await locked.unit.tx.update(Milestone, { id: milestoneId }, { doneAt: null, doneBy: null });
      return { kind: 'goal_changed' };
    });
  }

  /** @throws AppError NO_PARTNER, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS */
  async cheer(userId: string, id: string): Promise<GoalView> {
    return this.changes.run(userId, id, async ({ today, permit, unit: { tx } }) => {
      permit('cheer');
      const isFirst = (await insertCheer(tx, [id, userId, today])) > 0;
      return isFirst ? { kind: 'goal_cheered' } : null;
    });
  }
}

function milestoneOf({ milestones }: LockedGoal, milestoneId: string): Milestone {
  const milestone = milestones.find(({ id }) => id === milestoneId);
  if (!milestone) throw new AppError('MILESTONE_NOT_FOUND');
  return milestone;
}
