import {
  type ChallengeList,
  ChallengeListQueryDto,
  type ChallengeSummary,
  type ChallengeView,
  ChangeChallengeDto,
  DONE,
  type Done,
  ExtendChallengeDto,
  ProposeChallengeDto,
  ReflectOnChallengeDto,
  RespondToChallengeDto,
  cancelChallenge,
  changeChallenge,
  deleteChallenge,
  extendChallenge,
  getChallenge,
  letGoChallenge,
  listChallenges,
  pauseChallenge,
  proposeChallenge,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { ChallengeKeepsakes } from './challenge-keepsakes.js';
import { ProofFiles } from './proof-files.js';

/** The challenges of the two. */
@Translated()
@Controller('challenges')
export class ChallengesController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(ProofFiles) private readonly files: ProofFiles,
    @Inject(ChallengeKeepsakes) private readonly keepsakes: ChallengeKeepsakes,
  ) {}

  /** List challenges, the newest first. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(
    @Context() context: CallContext,
    @Query() query: ChallengeListQueryDto,
  ): Promise<Answer<ChallengeSummary[]> & Pick<ChallengeList, 'nextCursor'>> {
    const { challenges, nextCursor } = await this.rpc.call(listChallenges, context, query);
    return { ...ok(challenges), nextCursor };
  }

  /**
   * Propose a challenge, from a template or in own words.
   *
   * It starts when the partner accepts, within 14 days. A repeated `clientId` answers with the first challenge.
   */
  @Post()
  @RateLimit(WRITE_MEMORIES)
  async propose(@Context() context: CallContext, @Body() dto: ProposeChallengeDto): Promise<Answer<ChallengeView>> {
    return ok(await this.rpc.call(proposeChallenge, context, dto));
  }

  /** Return a challenge as the caller may see it. A proof that waits for the caller’s own is in no answer. */
  @Get(':id')
  @RateLimit(READ_MEMORIES)
  async get(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(getChallenge, context, { id })));
  }

  /** Change a proposal. Only its proposer can. */
  @Patch(':id')
  @RateLimit(WRITE_MEMORIES)
  async change(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: ChangeChallengeDto,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(changeChallenge, context, { ...dto, id })));
  }

  /**
   * Delete an ended challenge.
   *
   * Where the partner has done something for it the first call records the request, and the partner's call within 7 days deletes.
   */
  @Delete(':id')
  @RateLimit(WRITE_MEMORIES)
  async delete(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<Done>> {
    const { coupleId, accessEpoch } = await this.rpc.call(deleteChallenge, context, { id });
    await this.files.endEarlierLinks(exchange, id, coupleId, accessEpoch);
    return ok(DONE);
  }

  /** Accept or reject a proposal of the partner. */
  @Patch(':id/respond')
  @RateLimit(WRITE_MEMORIES)
  async respond(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: RespondToChallengeDto,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(respondToChallenge, context, { ...dto, id })));
  }

  /** Pause a challenge, for 30 days at most. */
  @Post(':id/pause')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async pause(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(pauseChallenge, context, { id })));
  }

  /** Resume a challenge. The due date and the steps ahead move by the length of the pause. */
  @Post(':id/resume')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async resume(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(resumeChallenge, context, { id })));
  }

  /** Move the due date further ahead. */
  @Post(':id/extend')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async extend(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: ExtendChallengeDto,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(extendChallenge, context, { ...dto, id })));
  }

  /** Withdraw the caller's proposal, or stop a challenge. */
  @Post(':id/cancel')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async cancel(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(cancelChallenge, context, { id })));
  }

  /** End an overdue challenge. */
  @Post(':id/let-go')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async letGo(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(letGoChallenge, context, { id })));
  }

  /** Give the caller’s reflection. Both see both once both are given; `mood` stays its writer’s. */
  @Post(':id/reflection')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async reflect(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: ReflectOnChallengeDto,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.files.fill(exchange, await this.rpc.call(reflectOnChallenge, context, { ...dto, id })));
  }

  /**
   * Make an album of a completed challenge, with what both may read of its steps.
   *
   * There is one: a repeated call answers with the challenge as it is. `capsuleId` names the album.
   *
   * @refuses FILE_UNREADABLE QUOTA_EXCEEDED
   */
  @Post(':id/keepsake')
  @HttpCode(200)
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async keep(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<ChallengeView>> {
    return ok(await this.keepsakes.keep(context, exchange, id));
  }
}
