import {
  type Call,
  type ChallengeKept,
  type GoalKept,
  KeepChallengeDto,
  KeepGoalDto,
  type KeepsakePlan,
  PlanKeepsakeDto,
  keepChallenge,
  keepGoal,
  planKeepsake,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { GoalKeepsakesService } from './goal-keepsakes.service.js';
import { KeepsakesService } from './keepsakes.service.js';

@Controller()
export class KeepsakesController {
  constructor(
    @Inject(KeepsakesService) private readonly keepsakes: KeepsakesService,
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

  @Rpc(keepGoal)
  keepGoal({ actor }: Call<'user'>, { goalId }: KeepGoalDto): Promise<GoalKept> {
    return this.ofGoals.keep(actor.userId, goalId);
  }
}
