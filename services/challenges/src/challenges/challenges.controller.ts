import {
  type Call,
  ChallengeIdDto,
  type ChallengeList,
  ChallengeListQueryDto,
  type ChallengeStatistics,
  type ChallengeView,
  ChangeChallengeByIdDto,
  ExtendChallengeByIdDto,
  type FoundTitles,
  NoInput,
  ProposeChallengeDto,
  ReflectOnChallengeByIdDto,
  type RemovedChallenge,
  RespondToChallengeByIdDto,
  SearchChallengesDto,
  cancelChallenge,
  changeChallenge,
  deleteChallenge,
  extendChallenge,
  getChallenge,
  getChallengeStatistics,
  letGoChallenge,
  listChallenges,
  pauseChallenge,
  proposeChallenge,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
  searchChallenges,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { ChallengesReader } from './challenges-reader.js';
import { ChallengesService } from './challenges.service.js';

@Controller()
export class ChallengesController {
  constructor(
    @Inject(ChallengesService) private readonly challenges: ChallengesService,
    @Inject(ChallengesReader) private readonly reader: ChallengesReader,
  ) {}

  @Rpc(listChallenges)
  listChallenges({ actor }: Call<'user'>, dto: ChallengeListQueryDto): Promise<ChallengeList> {
    return this.reader.list(actor.userId, dto);
  }

  @Rpc(searchChallenges)
  searchChallenges({ actor }: Call<'user'>, dto: SearchChallengesDto): Promise<FoundTitles> {
    return this.reader.search(actor.userId, dto);
  }

  @Rpc(proposeChallenge)
  proposeChallenge({ actor }: Call<'user'>, dto: ProposeChallengeDto): Promise<ChallengeView> {
    return this.challenges.propose(actor.userId, dto);
  }

  @Rpc(getChallenge)
  getChallenge({ actor }: Call<'user'>, { id }: ChallengeIdDto): Promise<ChallengeView> {
    return this.reader.get(actor.userId, id);
  }

  @Rpc(changeChallenge)
  changeChallenge({ actor }: Call<'user'>, dto: ChangeChallengeByIdDto): Promise<ChallengeView> {
    return this.challenges.change(actor.userId, dto);
  }

  @Rpc(respondToChallenge)
  respondToChallenge({ actor }: Call<'user'>, dto: RespondToChallengeByIdDto): Promise<ChallengeView> {
    return this.challenges.respond(actor.userId, dto);
  }

  @Rpc(pauseChallenge)
  pauseChallenge({ actor }: Call<'user'>, { id }: ChallengeIdDto): Promise<ChallengeView> {
    return this.challenges.pause(actor.userId, id);
  }

  @Rpc(resumeChallenge)
  resumeChallenge({ actor }: Call<'user'>, { id }: ChallengeIdDto): Promise<ChallengeView> {
    return this.challenges.resume(actor.userId, id);
  }

  @Rpc(extendChallenge)
  extendChallenge({ actor }: Call<'user'>, dto: ExtendChallengeByIdDto): Promise<ChallengeView> {
    return this.challenges.extend(actor.userId, dto);
  }

  @Rpc(cancelChallenge)
  cancelChallenge({ actor }: Call<'user'>, { id }: ChallengeIdDto): Promise<ChallengeView> {
    return this.challenges.cancel(actor.userId, id);
  }

  @Rpc(letGoChallenge)
  letGoChallenge({ actor }: Call<'user'>, { id }: ChallengeIdDto): Promise<ChallengeView> {
    return this.challenges.letGo(actor.userId, id);
  }

  @Rpc(reflectOnChallenge)
  reflectOnChallenge({ actor }: Call<'user'>, dto: ReflectOnChallengeByIdDto): Promise<ChallengeView> {
    return this.challenges.reflect(actor.userId, dto);
  }

  @Rpc(deleteChallenge)
  deleteChallenge({ actor }: Call<'user'>, { id }: ChallengeIdDto): Promise<RemovedChallenge> {
    return this.challenges.delete(actor.userId, id);
  }

  @Rpc(getChallengeStatistics)
  getStatistics({ actor }: Call<'user'>, _dto: NoInput): Promise<ChallengeStatistics> {
    return this.reader.statistics(actor.userId);
  }
}
