import {
  type Call,
  type ChallengeKept,
  KeepChallengeDto,
  KeepStoryDto,
  type KeepsakePlan,
  PlanKeepsakeDto,
  type StoryKept,
  keepChallenge,
  keepStory,
  planKeepsake,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { KeepsakesService } from './keepsakes.service.js';
import { StoryKeepsakesService } from './story-keepsakes.service.js';

@Controller()
export class KeepsakesController {
  constructor(
    @Inject(KeepsakesService) private readonly keepsakes: KeepsakesService,
    @Inject(StoryKeepsakesService) private readonly stories: StoryKeepsakesService,
  ) {}

  @Rpc(planKeepsake)
  planKeepsake({ actor }: Call<'user'>, { challengeId }: PlanKeepsakeDto): Promise<KeepsakePlan> {
    return this.keepsakes.plan(actor.userId, challengeId);
  }

  @Rpc(keepChallenge)
  keepChallenge({ actor }: Call<'user'>, dto: KeepChallengeDto): Promise<ChallengeKept> {
    return this.keepsakes.keep(actor.userId, dto);
  }

  @Rpc(keepStory)
  keepStory({ actor }: Call<'user'>, { sessionId }: KeepStoryDto): Promise<StoryKept> {
    return this.stories.keep(actor.userId, sessionId);
  }
}
