import {
  type FoundTitles,
  type GoalList,
  type GoalListQueryDto,
  type GoalStatus,
  type GoalView,
  LIMITS,
  type SearchGoalsDto,
  matchesWords,
} from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan } from 'typeorm';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { readGoalWords } from './goal-figures.queries.js';
import { Goal } from './goal.entity.js';
import { goalSummary, goalView } from './goal.view.js';
import { loadGoals, newestEntries, todayOf } from './loaded-goal.js';

const SHELVES: Record<'current' | 'history', GoalStatus[]> = {
  current: ['proposed', 'active', 'paused'],
  history: ['achieved', 'let_go'],
};

/** Goals as a member may see them. */
@Injectable()
export class GoalsReader {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async search(viewerId: string, { q, limit = LIMITS.searchHits }: SearchGoalsDto): Promise<FoundTitles> {
    const { coupleId, hiddenParts } = await this.couples.findMembership(viewerId);
    if (hiddenParts.includes('goals')) return { hits: [], more: false };
    const rows = await readGoalWords(this.database, [coupleId, LIMITS.goals]);
    const found = rows.filter(({ title, words }) => matchesWords(`${title} ${words}`, q)).slice(0, limit + 1);
    const hits = found
      .slice(0, limit)
      .map(({ id, title, words }) => ({ _id: id, title, text: matchesWords(title, q) ? '' : words }));
    return { hits, more: found.length > limit };
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN */
  async list(viewerId: string, { shelf, cursor, limit = LIMITS.goalPage }: GoalListQueryDto): Promise<GoalList> {
    const member = await this.couples.findMembership(viewerId, 'goals');
    const { manager } = this.database;
    const rows = await manager.find(Goal, {
      where: {
        coupleId: member.coupleId,
        ...(shelf && { status: In(SHELVES[shelf]) }),
        ...(cursor !== undefined && { id: LessThan(cursor) }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const page = rows.slice(0, limit);
    const now = this.clock.now();
    const loaded = await loadGoals(manager, page, viewerId, todayOf(member, now));
    return {
      goals: loaded.map((one) => goalSummary(one, { viewerId, now })),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, GOAL_NOT_FOUND */
  async get(viewerId: string, id: string): Promise<GoalView> {
    const member = await this.couples.findMembership(viewerId, 'goals');
    const { manager } = this.database;
    const goal = await manager.findOneBy(Goal, { id, coupleId: member.coupleId });
    if (!goal) throw new AppError('GOAL_NOT_FOUND');
    return this.view(manager, goal, member);
  }

  /** @throws AppError GOAL_NOT_FOUND */
  async view(tx: Tx, goal: Goal, member: Membership): Promise<GoalView> {
    const [now, viewerId] = [this.clock.now(), member.userId];
    const [loaded] = await loadGoals(tx, [goal], viewerId, todayOf(member, now));
    if (!loaded) throw new AppError('GOAL_NOT_FOUND');
    return goalView(loaded, await newestEntries(tx, goal.id), { viewerId, now });
  }
}
