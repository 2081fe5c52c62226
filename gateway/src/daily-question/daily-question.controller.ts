import {
  AnswerDailyDto,
  type ContributionView,
  type DailyHistory,
  DailyHistoryQueryDto,
  type DailyPreferences,
  DailyPreferencesDto,
  type DailyQuestionView,
  type DailyToday,
  DailyVersionDto,
  KeepDto,
  type Kept,
  ReactionDto,
  answerDailyQuestion,
  excludeDailyQuestion,
  getDailyPreferences,
  getDailyToday,
  keepAnswers,
  listDailyHistory,
  reactToDailyQuestion,
  setDailyPreferences,
  swapDailyQuestion,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { answerKept } from '../http/kept.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { READ_HISTORY, WRITE_DAILY } from './daily-question.limits.js';

/** The question that a couple gets for a day. */
@Translated()
@Controller('daily-question')
export class DailyQuestionController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return today's question. */
  @Get('today')
  async today(@Context() context: CallContext): Promise<Answer<DailyToday>> {
    return ok(await this.rpc.call(getDailyToday, context, {}));
  }

  /** List the questions of earlier days, newest first. */
  @Get('history')
  @RateLimit(READ_HISTORY)
  async history(
    @Context() context: CallContext,
    @Query() query: DailyHistoryQueryDto,
  ): Promise<Answer<DailyQuestionView[]> & Pick<DailyHistory, 'nextCursor'>> {
    const { questions, nextCursor } = await this.rpc.call(listDailyHistory, context, query);
    return { ...ok(questions), nextCursor };
  }

  /** Return the preferences for the daily question. */
  @Get('preferences')
  async preferences(@Context() context: CallContext): Promise<Answer<DailyPreferences>> {
    return ok(await this.rpc.call(getDailyPreferences, context, {}));
  }

  /** Change the preferences for the daily question. */
  @Put('preferences')
  @RateLimit(WRITE_DAILY)
  async setPreferences(
    @Context() context: CallContext,
    @Body() dto: DailyPreferencesDto,
  ): Promise<Answer<DailyPreferences>> {
    return ok(await this.rpc.call(setDailyPreferences, context, dto));
  }

  /**
   * Answer a question or change the answer.
   *
   * Each partner sees the other's answer once both have answered.
   */
  @Post(':id/answer')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async answer(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: AnswerDailyDto,
  ): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(answerDailyQuestion, context, { ...dto, id }));
  }

  /** Replace today's question with another. */
  @Post(':id/swap')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async swap(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() { version }: DailyVersionDto,
  ): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(swapDailyQuestion, context, { id, version }));
  }

  /** Exclude a question permanently. */
  @Post(':id/never')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async exclude(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() { version }: DailyVersionDto,
  ): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(excludeDailyQuestion, context, { id, version }));
  }

  /** Add or remove a reaction to a question. */
  @Post(':id/reactions')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async react(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() { emoji }: ReactionDto,
  ): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(reactToDailyQuestion, context, { id, emoji }));
  }

  /**
   * Keep a question and both answers in a capsule.
   *
   * Only once both have answered. Without `capsuleId` they go into the couple's album of kept things.
   *
   * @answers 200 Already kept
   */
  @Post(':id/keep')
  @RateLimit(WRITE_DAILY)
  async keep(
    @Context() context: CallContext,
    @Param('id') questionId: string,
    @Body() dto: KeepDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<ContributionView> & Pick<Kept, 'repeated'>> {
    return answerKept(await this.rpc.call(keepAnswers, context, { ...dto, questionId }), reply);
  }
}
