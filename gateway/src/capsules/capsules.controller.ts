import {
  AnswerUnlockDto,
  type CapsuleList,
  CapsuleListQueryDto,
  type CapsuleSummary,
  type CapsuleView,
  ChangeCapsuleDto,
  CreateCapsuleDto,
  type ContributionView,
  KeepMessageDto,
  type Kept,
  ProposeUnlockDto,
  answerUnlock,
  changeCapsule,
  createCapsule,
  deleteCapsule,
  finishCapsule,
  getCapsule,
  listCapsules,
  openCapsule,
  proposeUnlock,
  reopenCapsule,
  restoreCapsule,
  sealCapsule,
  unsealCapsule,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { answerKept } from '../http/kept.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { CapsuleFilesClient } from './capsule-files.js';
import { KeptMessages } from './kept-messages.js';
import { READ_MEMORIES, WRITE_MEMORIES } from './capsules.limits.js';

/** The capsules of the two. */
@Controller('capsules')
export class CapsulesController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CapsuleFilesClient) private readonly files: CapsuleFilesClient,
    @Inject(KeptMessages) private readonly keptMessages: KeptMessages,
  ) {}

  /** List capsules, the newest first. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Query() query: CapsuleListQueryDto,
  ): Promise<Answer<CapsuleSummary[]> & Pick<CapsuleList, 'nextCursor'>> {
    const { capsules, nextCursor } = await this.rpc.call(listCapsules, context, query);
    return { ...ok(await this.files.fillCovers(exchange, capsules)), nextCursor };
  }

  /**
   * Create a capsule.
   *
   * A repeated `clientId` answers with the first capsule.
   */
  @Post()
  @RateLimit(WRITE_MEMORIES)
  async create(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Body() dto: CreateCapsuleDto,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(createCapsule, context, dto)));
  }

  /**
   * Keep a message of the conversation in a capsule.
   *
   * Without `capsuleId` it goes into the couple's album of kept things. Its words and files are copied as they are now, and
   * nobody edits them. A message that the capsule has already is not copied again.
   *
   * @answers 200 Already kept
   * @refuses FILE_UNREADABLE QUOTA_EXCEEDED
   */
  @Post('from-message')
  @NoDeadline()
  @RateLimit(WRITE_MEMORIES)
  async keepMessage(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Body() dto: KeepMessageDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<ContributionView> & Pick<Kept, 'repeated'>> {
    const { contribution, repeated } = await this.keptMessages.keep(context, exchange, dto);
    const [filled = contribution] = await this.files.fill(exchange, [contribution]);
    return answerKept({ contribution: filled, repeated }, reply);
  }

  /** Return a capsule as the caller may see it. Sealed contributions are in no answer. */
  @Get(':id')
  @RateLimit(READ_MEMORIES)
  async get(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(getCapsule, context, { id })));
  }

  /** Change a capsule. Once it is sealed only its emoji, theme, tags and cover change. */
  @Patch(':id')
  @RateLimit(WRITE_MEMORIES)
  async change(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() dto: ChangeCapsuleDto,
  ): Promise<Answer<CapsuleView>> {
    const capsule = await this.rpc.call(changeCapsule, context, { ...dto, id });
    if (dto.coverId !== undefined)
      await this.files.endEarlierLinks(exchange, id, capsule.coupleId, capsule.accessEpoch);
    return ok(await this.files.fillCapsule(exchange, capsule));
  }

  /**
   * Move a capsule to the trash.
   *
   * Where both must agree the first call records the request, and the partner's call within 7 days deletes.
   */
  @Delete(':id')
  @RateLimit(WRITE_MEMORIES)
  async delete(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    const capsule = await this.rpc.call(deleteCapsule, context, { id });
    await this.files.endEarlierLinks(exchange, id, capsule.coupleId, capsule.accessEpoch);
    return ok(await this.files.fillCapsule(exchange, capsule));
  }

  /** Bring a capsule back from the trash within 30 days. */
  @Post(':id/restore')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async restore(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(restoreCapsule, context, { id })));
  }

  /** Confirm the sealing. The second confirmation seals, and so does a single one after 7 days. */
  @Post(':id/seal')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async seal(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    const capsule = await this.rpc.call(sealCapsule, context, { id });
    await this.files.endEarlierLinks(exchange, id, capsule.coupleId, capsule.accessEpoch);
    return ok(await this.files.fillCapsule(exchange, capsule));
  }

  /** Take back the sealing within 10 minutes, or the caller's confirmation before it. */
  @Delete(':id/seal')
  @RateLimit(WRITE_MEMORIES)
  async unseal(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(unsealCapsule, context, { id })));
  }

  /** Propose another opening date for a sealed capsule. */
  @Post(':id/unlock-date')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async proposeUnlock(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() { unlockAt }: ProposeUnlockDto,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(proposeUnlock, context, { id, unlockAt })));
  }

  /** Accept or reject the partner's proposal; rejecting one's own withdraws it. */
  @Patch(':id/unlock-date')
  @RateLimit(WRITE_MEMORIES)
  async answerUnlock(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
    @Body() answer: AnswerUnlockDto,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(answerUnlock, context, { ...answer, id })));
  }

  /** Open a capsule whose time has come. With the rule `together` both have to call it. */
  @Post(':id/open')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async open(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(openCapsule, context, { id })));
  }

  /** Finish an album. */
  @Post(':id/finish')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async finish(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(finishCapsule, context, { id })));
  }

  /** Reopen an album within 24 hours of its end. */
  @Delete(':id/finish')
  @RateLimit(WRITE_MEMORIES)
  async reopen(
    @Context() context: CallContext,
    @HttpExchange() exchange: Exchange,
    @Param('id') id: string,
  ): Promise<Answer<CapsuleView>> {
    return ok(await this.files.fillCapsule(exchange, await this.rpc.call(reopenCapsule, context, { id })));
  }
}
