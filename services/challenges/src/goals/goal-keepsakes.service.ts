import { type GoalKeepsakePart, type GoalKeepsakeSource, type GoalKeepsakeSourceDto, LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { GoalEntry } from './goal-entry.entity.js';
import { requireGoalAction } from './goal-states.js';
import { Goal } from './goal.entity.js';
import { Milestone } from './milestone.entity.js';

/** Answers memories about achieved goals. */
@Injectable()
export class GoalKeepsakesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /**
   * The part of an achieved goal that both may read. A supporter never sees the notes, so those of an own goal stay out.
   * @throws AppError NO_PARTNER, PART_HIDDEN, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS
   */
  async source({ userId, goalId }: GoalKeepsakeSourceDto): Promise<GoalKeepsakeSource> {
    const { coupleId } = await this.couples.findMembership(userId, 'goals');
    const goal = await this.database.manager.findOneBy(Goal, { id: goalId, coupleId });
    if (!goal) throw new AppError('GOAL_NOT_FOUND');
    requireGoalAction('keep', goal, userId);
    const notes = goal.ownership === 'ours' ? await this.notesOf(goal) : [];
    const parts = [...(await this.milestonesOf(goal)), ...notes].toSorted((a, b) => a.at.localeCompare(b.at));
    return { coupleId, title: goal.title, why: goal.why, parts };
  }

  private async milestonesOf({ id: goalId, createdBy }: Goal): Promise<GoalKeepsakePart[]> {
    const where = { goalId, doneAt: Not(IsNull()) };
    const done = await this.database.manager.find(Milestone, { where, order: { doneAt: 'ASC', position: 'ASC' } });
    return done.flatMap(({ id, title, doneBy, doneAt }) =>
      doneAt === null ? [] : [{ id, author: doneBy ?? createdBy, text: title, at: doneAt.toISOString() }],
    );
  }

  /** The newest notes. */
  private async notesOf({ id: goalId }: Goal): Promise<GoalKeepsakePart[]> {
    const entries = await this.database.manager.find(GoalEntry, {
      where: { goalId, note: Not('') },
      order: { id: 'DESC' },
      take: LIMITS.goalKeepsakeNotes,
    });
    return entries.map(({ id, userId: author, note: text, at }) => ({ id, author, text, at: at.toISOString() }));
  }
}
