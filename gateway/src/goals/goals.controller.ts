import {
  AddGoalEntryDto,
  ChangeGoalDto,
  CreateGoalDto,
  type Done,
  type GoalKept,
  type GoalList,
  GoalListQueryDto,
  type GoalSummary,
  type GoalView,
  RespondToGoalDto,
  addGoalEntry,
  changeGoal,
  cheerGoal,
  completeMilestone,
  createGoal,
  deleteGoal,
  getGoal,
  keepGoal,
  listGoals,
  removeGoalEntry,
  reopenMilestone,
  respondToGoal,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** The goals of the two. */
@Controller('goals')
export class GoalsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List goals, the newest first. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(
    @Context() context: CallContext,
    @Query() query: GoalListQueryDto,
  ): Promise<Answer<GoalSummary[]> & Pick<GoalList, 'nextCursor'>> {
    const { goals, nextCursor } = await this.rpc.call(listGoals, context, query);
    return { ...ok(goals), nextCursor };
  }

  /**
   * Create a goal.
   *
   * A goal of both starts when the partner accepts, an own one at once. A repeated `clientId` answers with the first goal.
   */
  @Post()
  @RateLimit(WRITE_MEMORIES)
  async create(@Context() context: CallContext, @Body() dto: CreateGoalDto): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(createGoal, context, dto));
  }

  /** Return a goal with its newest entries. The partner of an own goal sees none. */
  @Get(':id')
  @RateLimit(READ_MEMORIES)
  async get(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(getGoal, context, { id }));
  }

  /** Change the words or the day of a goal. */
  @Patch(':id')
  @RateLimit(WRITE_MEMORIES)
  async change(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ChangeGoalDto,
  ): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(changeGoal, context, { ...dto, id }));
  }

  /**
   * Delete an ended goal.
   *
   * Where the partner has created it or added to it the first call records the request, and the partner's call within 7 days deletes.
   */
  @Delete(':id')
  @RateLimit(WRITE_MEMORIES)
  async delete(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(deleteGoal, context, { id }));
  }

  /** Accept, reject, pause or resume a goal, or let go of it. */
  @Patch(':id/respond')
  @RateLimit(WRITE_MEMORIES)
  async respond(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: RespondToGoalDto,
  ): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(respondToGoal, context, { ...dto, id }));
  }

  /**
   * Add progress, a note, or both.
   *
   * The entry that reaches the target achieves the goal. A repeated `clientId` changes nothing.
   */
  @Post(':id/entries')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async addEntry(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: AddGoalEntryDto,
  ): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(addGoalEntry, context, { ...dto, id }));
  }

  /** Remove an entry of the caller’s. */
  @Delete(':id/entries/:entryId')
  @RateLimit(WRITE_MEMORIES)
  async removeEntry(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('entryId') entryId: string,
  ): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(removeGoalEntry, context, { id, entryId }));
  }

  /** Complete a milestone. The last one of a checklist achieves the goal. */
  @Post(':id/milestones/:milestoneId/complete')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async completeMilestone(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('milestoneId') milestoneId: string,
  ): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(completeMilestone, context, { id, milestoneId }));
  }

  /** Open a completed milestone again, while the goal is active. */
  @Delete(':id/milestones/:milestoneId/complete')
  @RateLimit(WRITE_MEMORIES)
  async reopenMilestone(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Param('milestoneId') milestoneId: string,
  ): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(reopenMilestone, context, { id, milestoneId }));
  }

  /** Cheer for the partner's personal goal, once a day. */
  @Post(':id/cheer')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async cheer(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<GoalView>> {
    return ok(await this.rpc.call(cheerGoal, context, { id }));
  }

  /**
   * Make an album of an achieved goal, with what both may read of the way to it.
   *
   * There is one: a repeated call answers with the same album.
   */
  @Post(':id/keepsake')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async keep(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<GoalKept>> {
    return ok(await this.rpc.call(keepGoal, context, { goalId: id }));
  }
}
