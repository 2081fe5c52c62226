import {
  type Call,
  type ChallengeKept,
  KeepChallengeDto,
  type KeepsakePlan,
  PlanKeepsakeDto,
  keepChallenge,
  planKeepsake,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { KeepsakesService } from './keepsakes.service.js';

@Controller()
export class KeepsakesController {
  constructor(@Inject(KeepsakesService) private readonly keepsakes: KeepsakesService) {}

  @Rpc(planKeepsake)
  planKeepsake({ actor }: Call<'user'>, { challengeId }: PlanKeepsakeDto): Promise<KeepsakePlan> {
    return this.keepsakes.plan(actor.userId, challengeId);
  }

  @Rpc(keepChallenge)
  keepChallenge({ actor }: Call<'user'>, dto: KeepChallengeDto): Promise<ChallengeKept> {
    return this.keepsakes.keep(actor.userId, dto);
  }
}
