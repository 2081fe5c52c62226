import {
  AnswerDailyDto, type DailyHistory, DailyHistoryQueryDto, type DailyPreferences, DailyPreferencesDto, type DailyQuestionView, type DailyToday, DailyVersionDto, ReactionDto,
  answerDailyQuestion, dropDailyQuestion, getDailyPreferences, getDailyToday, listDailyHistory, reactToDailyQuestion, setDailyPreferences, swapDailyQuestion,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { READ_HISTORY, WRITE_DAILY } from './daily-question.limits.js';

/** The question that the two have for a day. */
@Controller('daily-question')
export class DailyQuestionController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Get('today')
  async today(@Context() context: CallContext): Promise<Answer<DailyToday>> {
    return ok(await this.rpc.call(getDailyToday, context, {}));
  }

  @Get('history')
  @RateLimit(READ_HISTORY)
  async history(@Context() context: CallContext, @Query() query: DailyHistoryQueryDto): Promise<Answer<DailyQuestionView[]> & Pick<DailyHistory, 'nextCursor'>> {
    const { questions, nextCursor } = await this.rpc.call(listDailyHistory, context, query);
    return { ...ok(questions), nextCursor };
  }

  @Get('preferences')
  async preferences(@Context() context: CallContext): Promise<Answer<DailyPreferences>> {
    return ok(await this.rpc.call(getDailyPreferences, context, {}));
  }

  @Put('preferences')
  @RateLimit(WRITE_DAILY)
  async prefer(@Context() context: CallContext, @Body() dto: DailyPreferencesDto): Promise<Answer<DailyPreferences>> {
    return ok(await this.rpc.call(setDailyPreferences, context, dto));
  }

  @Post(':id/answer')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async answer(@Context() context: CallContext, @Param('id') id: string, @Body() dto: AnswerDailyDto): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(answerDailyQuestion, context, { ...dto, id }));
  }

  @Post(':id/swap')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async swap(@Context() context: CallContext, @Param('id') id: string, @Body() { version }: DailyVersionDto): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(swapDailyQuestion, context, { id, version }));
  }

  @Post(':id/never')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async never(@Context() context: CallContext, @Param('id') id: string, @Body() { version }: DailyVersionDto): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(dropDailyQuestion, context, { id, version }));
  }

  @Post(':id/reactions')
  @HttpCode(200)
  @RateLimit(WRITE_DAILY)
  async react(@Context() context: CallContext, @Param('id') id: string, @Body() { emoji }: ReactionDto): Promise<Answer<DailyQuestionView>> {
    return ok(await this.rpc.call(reactToDailyQuestion, context, { id, emoji }));
  }
}
