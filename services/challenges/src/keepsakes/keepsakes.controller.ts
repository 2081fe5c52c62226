import {
  type Call,
  type ChallengeView,
  type FinishedChallenges,
  FinishedChallengesDto,
  type KeepsakeSource,
  KeepsakeSourceDto,
  RecordKeepsakeDto,
  YearChallengesDto,
  getKeepsakeSource,
  listFinishedChallenges,
  listYearChallenges,
  recordKeepsake,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { KeepsakesService } from './keepsakes.service.js';

@Controller()
export class KeepsakesController {
  constructor(@Inject(KeepsakesService) private readonly keepsakes: KeepsakesService) {}

  @Rpc(getKeepsakeSource)
  getSource(_call: Call<'process'>, { userId, challengeId }: KeepsakeSourceDto): Promise<KeepsakeSource> {
    return this.keepsakes.source(userId, challengeId);
  }

  @Rpc(listYearChallenges)
  listYear(_call: Call<'process'>, dto: YearChallengesDto): Promise<FinishedChallenges> {
    return this.keepsakes.ofYear(dto);
  }

  @Rpc(listFinishedChallenges)
  listFinished(_call: Call<'process'>, dto: FinishedChallengesDto): Promise<FinishedChallenges> {
    return this.keepsakes.finished(dto);
  }

  @Rpc(recordKeepsake)
  recordKeepsake({ actor }: Call<'user'>, { id, capsuleId }: RecordKeepsakeDto): Promise<ChallengeView> {
    return this.keepsakes.record(actor.userId, id, capsuleId);
  }
}
