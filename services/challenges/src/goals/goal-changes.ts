import {
  type GoalAction,
  type GoalStage,
  type GoalView,
  type PartnerActivity,
  goalChanged,
  goalProgressed,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { Goal } from './goal.entity.js';
import { requireGoalAction } from './goal-states.js';
import { GoalsReader } from './goals-reader.js';
import { type LoadedGoal, loadGoals, progressOf, todayOf } from './loaded-goal.js';

/** A goal that this transaction has locked, and its member who acts. */
export interface LockedGoal extends LoadedGoal {
  unit: UnitOfWork;
  member: Membership;
  now: Date;
  /** The couple's day, as days since 1970. */
  today: number;
  /** @returns whether there is something to do @throws AppError as `requireGoalAction` does */
  permit: (action: GoalAction) => boolean;
}

type LiveKind = Extract<PartnerActivity['kind'], 'goal_changed' | 'goal_progressed' | 'goal_cheered'>;

/** The change of the goal's own row by a mutation. `null` changes nothing and announces nothing. */
export type GoalMutation = { columns?: Partial<Goal>; kind: LiveKind } | null;

/**
 * Every change of a goal: one transaction that locks the couple's row against its end and the goal's row against the other
 * member's call, raises the version once and announces once.
 */
@Injectable()
export class GoalChanges {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(GoalsReader) private readonly reader: GoalsReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * @param work changes rows beside the goal's own
   * @returns the goal as it then is
   * @throws AppError NO_PARTNER, PART_HIDDEN, GOAL_NOT_FOUND, and what `work` throws
   */
  async run(userId: string, goalId: string, work: (locked: LockedGoal) => Promise<GoalMutation>): Promise<GoalView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembership(tx, userId, 'goals');
      const lock = { mode: 'pessimistic_write' as const };
      const goal = await tx.findOne(Goal, { where: { id: goalId, coupleId: member.coupleId }, lock });
      if (!goal) throw new AppError('GOAL_NOT_FOUND');
      const locked = await this.locked(unit, member, goal);
      const mutation = await work(locked);
      if (mutation) await this.save(locked, mutation);
      return this.reader.view(tx, goal, member);
    });
  }

  /** Announces a goal that was just inserted. */
  async announceNew(unit: UnitOfWork, member: Membership, goal: Goal): Promise<void> {
    await this.announce(unit, member, goal, 'goal_changed');
    if (goal.status === 'proposed') await this.notify(unit, goal, member.userId, 'proposed');
  }

  private async locked(unit: UnitOfWork, member: Membership, goal: Goal): Promise<LockedGoal> {
    const now = this.clock.now();
    const today = todayOf(member, now);
    const [loaded] = await loadGoals(unit.tx, [goal], member.userId, today);
    if (!loaded) throw new AppError('GOAL_NOT_FOUND');
    return { ...loaded, unit, member, now, today, permit: (action) => requireGoalAction(action, goal, member.userId) };
  }

  private async save(
    { goal, unit, member, now }: LockedGoal,
    { columns = {}, kind }: NonNullable<GoalMutation>,
  ): Promise<void> {
    const { done, total } = progressOf(await this.locked(unit, member, goal));
    const achieves = kind === 'goal_progressed' && goal.status === 'active' && done >= total;
    Object.assign(goal, columns, achieves && { status: 'achieved', achievedAt: now });
    const { couple: _couple, ...row } = Object.assign(goal, { version: goal.version + 1, updatedAt: now });
    await unit.tx.update(Goal, { id: goal.id }, row);
    await this.announce(unit, member, goal, kind);
    if (achieves) await this.notify(unit, goal, member.userId, 'achieved');
  }

  private async announce(unit: UnitOfWork, { userId }: Membership, goal: Goal, kind: LiveKind): Promise<void> {
    const by = { _id: userId, firstName: await this.couples.firstNameOf(unit.tx, userId) };
    const activity = { kind, by, entity: { type: 'goal' as const, id: goal.id }, at: this.clock.now().toISOString() };
    unit.push(goalChanged, { coupleId: goal.coupleId, activity });
  }

  private async notify(unit: UnitOfWork, goal: Goal, actorId: string, stage: GoalStage): Promise<void> {
    const { coupleId, id: goalId } = goal;
    await unit.record(goalProgressed, coupleId, { coupleId, goalId, step: stage, actorId });
  }
}
