import {
  type Call,
  type ChallengeKept,
  type GoalKept,
  KeepChallengeDto,
  KeepGoalDto,
  KeepStoryDto,
  type KeepsakePlan,
  PlanKeepsakeDto,
  PlanStoryKeepsakeDto,
  type StoryKept,
  keepChallenge,
  keepGoal,
  keepStory,
  planKeepsake,
  planStoryKeepsake,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { GoalKeepsakesService } from './goal-keepsakes.service.js';
import { KeepsakesService } from './keepsakes.service.js';
import { StoryKeepsakesService } from './story-keepsakes.service.js';

@Controller()
export class KeepsakesController {
  constructor(
    @Inject(KeepsakesService) private readonly keepsakes: KeepsakesService,
    @Inject(StoryKeepsakesService) private readonly stories: StoryKeepsakesService,
    @Inject(GoalKeepsakesService) private readonly ofGoals: GoalKeepsakesService,
  ) {}

  @Rpc(planKeepsake)
  planKeepsake({ actor }: Call<'user'>, { challengeId }: PlanKeepsakeDto): Promise<KeepsakePlan> {
    return this.keepsakes.plan(actor.userId, challengeId);
  }

  @Rpc(keepChallenge)
  keepChallenge({ actor }: Call<'user'>, dto: KeepChallengeDto): Promise<ChallengeKept> {
    return this.keepsakes.keep(actor.userId, dto);
  }

  @Rpc(planStoryKeepsake)
  planStory({ actor }: Call<'user'>, { sessionId }: PlanStoryKeepsakeDto): Promise<KeepsakePlan> {
    return this.stories.plan(actor.userId, sessionId);
  }

  @Rpc(keepStory)
  keepStory({ actor }: Call<'user'>, dto: KeepStoryDto): Promise<StoryKept> {
    return this.stories.keep(actor.userId, dto);
  }

  @Rpc(keepGoal)
  keepGoal({ actor }: Call<'user'>, { goalId }: KeepGoalDto): Promise<GoalKept> {
    return this.ofGoals.keep(actor.userId, goalId);
  }
}
