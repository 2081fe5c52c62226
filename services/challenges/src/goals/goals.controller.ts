import {
  AddGoalEntryByIdDto,
  type Call,
  ChangeGoalByIdDto,
  CreateGoalDto,
  DONE,
  type Done,
  type FoundTitles,
  GoalEntryIdDto,
  GoalIdDto,
  type GoalKeepsakeSource,
  GoalKeepsakeSourceDto,
  type GoalList,
  GoalListQueryDto,
  type GoalView,
  MilestoneIdDto,
  RespondToGoalByIdDto,
  SearchGoalsDto,
  addGoalEntry,
  changeGoal,
  cheerGoal,
  completeMilestone,
  createGoal,
  deleteGoal,
  getGoal,
  getGoalKeepsakeSource,
  listGoals,
  removeGoalEntry,
  reopenMilestone,
  respondToGoal,
  searchGoals,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { GoalKeepsakesService } from './goal-keepsakes.service.js';
import { GoalProgressService } from './goal-progress.service.js';
import { GoalsReader } from './goals-reader.js';
import { GoalsService } from './goals.service.js';

@Controller()
export class GoalsController {
  constructor(
    @Inject(GoalsService) private readonly goals: GoalsService,
    @Inject(GoalProgressService) private readonly progress: GoalProgressService,
    @Inject(GoalsReader) private readonly reader: GoalsReader,
    @Inject(GoalKeepsakesService) private readonly keepsakes: GoalKeepsakesService,
  ) {}

  @Rpc(listGoals)
  listGoals({ actor }: Call<'user'>, dto: GoalListQueryDto): Promise<GoalList> {
    return this.reader.list(actor.userId, dto);
  }

  @Rpc(searchGoals)
  searchGoals({ actor }: Call<'user'>, dto: SearchGoalsDto): Promise<FoundTitles> {
    return this.reader.search(actor.userId, dto);
  }

  @Rpc(createGoal)
  createGoal({ actor }: Call<'user'>, dto: CreateGoalDto): Promise<GoalView> {
    return this.goals.create(actor.userId, dto);
  }

  @Rpc(getGoal)
  getGoal({ actor }: Call<'user'>, { id }: GoalIdDto): Promise<GoalView> {
    return this.reader.get(actor.userId, id);
  }

  @Rpc(changeGoal)
  changeGoal({ actor }: Call<'user'>, dto: ChangeGoalByIdDto): Promise<GoalView> {
    return this.goals.change(actor.userId, dto);
  }

  @Rpc(respondToGoal)
  respondToGoal({ actor }: Call<'user'>, dto: RespondToGoalByIdDto): Promise<GoalView> {
    return this.goals.respond(actor.userId, dto);
  }

  @Rpc(addGoalEntry)
  addEntry({ actor }: Call<'user'>, dto: AddGoalEntryByIdDto): Promise<GoalView> {
    return this.progress.addEntry(actor.userId, dto);
  }

  @Rpc(removeGoalEntry)
  removeEntry({ actor }: Call<'user'>, dto: GoalEntryIdDto): Promise<GoalView> {
    return this.progress.removeEntry(actor.userId, dto);
  }

  @Rpc(completeMilestone)
  completeMilestone({ actor }: Call<'user'>, dto: MilestoneIdDto): Promise<GoalView> {
    return this.progress.completeMilestone(actor.userId, dto);
  }

  @Rpc(reopenMilestone)
  reopenMilestone({ actor }: Call<'user'>, dto: MilestoneIdDto): Promise<GoalView> {
    return this.progress.reopenMilestone(actor.userId, dto);
  }

  @Rpc(cheerGoal)
  cheerGoal({ actor }: Call<'user'>, { id }: GoalIdDto): Promise<GoalView> {
    return this.progress.cheer(actor.userId, id);
  }

  @Rpc(getGoalKeepsakeSource)
  keepsakeSource(_call: Call<'process'>, dto: GoalKeepsakeSourceDto): Promise<GoalKeepsakeSource> {
    return this.keepsakes.source(dto);
  }

  @Rpc(deleteGoal)
  async deleteGoal({ actor }: Call<'user'>, { id }: GoalIdDto): Promise<Done> {
    await this.goals.delete(actor.userId, id);
    return DONE;
  }
}
