import {
  type ChangeGoalByIdDto,
  type CreateGoalDto,
  type GoalView,
  LIMITS,
  type RespondToGoalByIdDto,
  TEXTS,
} from '@duet/contracts';
import { AppError, Clock, Transactions, fieldError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { deletionAskedBy } from '../couples/consent.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { Goal } from './goal.entity.js';
import { GoalChanges } from './goal-changes.js';
import { GoalEntry } from './goal-entry.entity.js';
import { requireDue, requireShape } from './goal-shape.js';
import { GoalsReader } from './goals-reader.js';
import { Milestone } from './milestone.entity.js';

const RESPONSES: Record<RespondToGoalByIdDto['action'], Goal['status']> = {
  accept: 'active',
  reject: 'let_go',
  pause: 'paused',
  resume: 'active',
  let_go: 'let_go',
};

/** Creates goals, and runs the calls that change their state. */
@Injectable()
export class GoalsService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(GoalChanges) private readonly changes: GoalChanges,
    @Inject(GoalsReader) private readonly reader: GoalsReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Creating again under the same `clientId` answers with the first goal.
   * @throws AppError NO_PARTNER, PART_HIDDEN, TOO_MANY_GOALS, VALIDATION_FAILED
   */
  async create(userId: string, dto: CreateGoalDto): Promise<GoalView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembershipForChange(tx, userId, 'goals');
      const { coupleId } = member;
      const made = await tx.findOneBy(Goal, { coupleId, createdBy: userId, clientId: dto.clientId });
      if (made) return this.reader.view(tx, made, member);
      if ((await tx.countBy(Goal, { coupleId })) >= LIMITS.goals) throw new AppError('TOO_MANY_GOALS');
      const goal = newGoal(member, dto, this.clock.now());
      await tx.insert(Goal, goal);
      await tx.insert(Milestone, newMilestones(goal.id, dto));
      await this.changes.announceNew(unit, member, goal);
      return this.reader.view(tx, goal, member);
    });
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS, VERSION_CONFLICT, VALIDATION_FAILED */
  async change(userId: string, { id, version, ...dto }: ChangeGoalByIdDto): Promise<GoalView> {
    return this.changes.run(userId, id, async ({ goal, member, now, permit, unit }) => {
      permit('change_details');
      if (goal.version !== version)
        throw new AppError('VERSION_CONFLICT', { current: await this.reader.view(unit.tx, goal, member) });
      const { title = goal.title, why = goal.why, category = goal.category, dueAt: given } = dto;
      const dueAt = given === undefined ? goal.dueAt : given === null ? null : new Date(given);
      if (given === null && goal.type === 'date') throw fieldError('dueAt', TEXTS.dayInvalid);
      if (given !== undefined) requireDue(dueAt, now);
      return { columns: { title, why, category, dueAt }, kind: 'goal_changed' };
    });
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS */
  async respond(userId: string, { id, action }: RespondToGoalByIdDto): Promise<GoalView> {
    return this.changes.run(userId, id, async ({ permit }) =>
      permit(action) ? { columns: { status: RESPONSES[action] }, kind: 'goal_changed' } : null,
    );
  }

  /**
   * Deletes at once where the partner has neither created it nor added to it. Otherwise the first call records the request, and
   * the other member's call within 7 days deletes.
   * @throws AppError NO_PARTNER, PART_HIDDEN, GOAL_NOT_FOUND, GOAL_STATE, NOT_YOURS; PARTNER_CONTENT once the request is recorded
   */
  async delete(userId: string, id: string): Promise<void> {
    let isDeleted = false;
    const current = await this.changes.run(userId, id, async ({ goal, milestones, member, now, permit, unit }) => {
      permit('delete');
      const askedBy = deletionAskedBy(goal, now);
      const isTheirs = goal.createdBy !== userId || milestones.some(({ doneBy }) => doneBy === member.partnerId);
      const hasTheirs = isTheirs || (await unit.tx.existsBy(GoalEntry, { goalId: id, userId: Not(userId) }));
      if (!hasTheirs || askedBy === member.partnerId) {
        await unit.tx.delete(Goal, { id });
        isDeleted = true;
        return { kind: 'goal_changed' };
      }
      if (askedBy === userId) return null;
      return { columns: { deleteAskedBy: userId, deleteAskedAt: now }, kind: 'goal_changed' };
    });
    // The request is committed before the caller learns that the other must agree.
    if (!isDeleted) throw new AppError('PARTNER_CONTENT', { current });
  }
}

function newGoal({ coupleId, userId }: Membership, dto: CreateGoalDto, now: Date): Goal {
  requireShape(dto);
  const dueAt = dto.dueAt === undefined ? null : new Date(dto.dueAt);
  requireDue(dueAt, now);
  return Object.assign(new Goal(), {
    id: uuid(),
    coupleId,
    createdBy: userId,
    clientId: dto.clientId,
    title: dto.title,
    why: dto.why ?? '',
    category: dto.category,
    type: dto.type,
    target: dto.target ?? null,
    unit: dto.unit === undefined || dto.unit === '' ? null : dto.unit,
    perWeek: dto.perWeek ?? null,
    dueAt,
    ownership: dto.ownership,
    status: dto.ownership === 'ours' ? ('proposed' as const) : ('active' as const),
    achievedAt: null,
    deleteAskedBy: null,
    deleteAskedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  });
}

const newMilestones = (goalId: string, { milestones = [] }: CreateGoalDto): Milestone[] =>
  milestones.map(({ title }, position) =>
    Object.assign(new Milestone(), { id: uuid(), goalId, position, title, doneAt: null, doneBy: null }),
  );
