import { type Call, ChallengeRecordsDto, type GoalRecord, type GoalRecords, listGoalRecords } from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThan } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { Goal } from './goal.entity.js';
import { GoalEntry } from './goal-entry.entity.js';
import { roleOf } from './goal-states.js';
import { Milestone } from './milestone.entity.js';

/** Returns the goals of a person's data export. */
@Controller()
export class GoalExportsController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** One goal an answer: all the entries that it can have fill most of what the bus carries. */
  @Rpc(listGoalRecords)
  async listGoals({ actor: { userId } }: Call<'user'>, { after }: ChallengeRecordsDto): Promise<GoalRecords> {
    const coupleId = In(await this.couples.idsOf(userId));
    const [goal] = await this.database.manager.find(Goal, {
      where: { coupleId, ...(after !== undefined && { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: 1,
    });
    return goal ? { goals: [await this.record(goal, userId)], next: goal.id } : { goals: [], next: null };
  }

  private async record(goal: Goal, readerId: string): Promise<GoalRecord> {
    const { manager } = this.database;
    const where = { goalId: goal.id };
    const milestones = await manager.find(Milestone, { where, order: { position: 'ASC' } });
    const isSupporter = roleOf(goal, readerId) === 'supporter';
    const entries = isSupporter ? [] : await manager.find(GoalEntry, { where, order: { id: 'ASC' } });
    return {
      id: goal.id,
      coupleId: goal.coupleId,
      title: goal.title,
      why: goal.why,
      category: goal.category,
      type: goal.type,
      ownership: goal.ownership,
      status: goal.status,
      createdBy: await this.couples.authorOf(goal.createdBy),
      createdAt: goal.createdAt.toISOString(),
      dueAt: goal.dueAt?.toISOString() ?? null,
      achievedAt: goal.achievedAt?.toISOString() ?? null,
      milestones: milestones.map(({ title, doneAt }) => ({ title, doneAt: doneAt?.toISOString() ?? null })),
      entries: entries.map(({ userId: author, delta, note, at }) => ({ author, delta, note, at: at.toISOString() })),
    };
  }
}
