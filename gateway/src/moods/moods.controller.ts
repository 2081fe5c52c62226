import {
  type Done,
  type MoodList,
  type MoodView,
  MoodsQueryDto,
  SetMoodDto,
  clearMood,
  listMoods,
  setMood,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Put, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { MOOD } from './moods.limits.js';

@Controller('moods')
export class MoodsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the moods of both partners, the newest day first. */
  @Get()
  async list(@Context() context: CallContext, @Query() query: MoodsQueryDto): Promise<Answer<MoodList>> {
    return ok(await this.rpc.call(listMoods, context, query));
  }

  /**
   * Set the caller's mood of the day.
   *
   * The day is the couple's. The first mood of a day notifies the partner.
   */
  @Put('today')
  @RateLimit(MOOD)
  async set(@Context() context: CallContext, @Body() dto: SetMoodDto): Promise<Answer<MoodView>> {
    return ok(await this.rpc.call(setMood, context, dto));
  }

  /** Take the caller's mood of the day back. */
  @Delete('today')
  @RateLimit(MOOD)
  async clear(@Context() context: CallContext): Promise<Answer<Done>> {
    return ok(await this.rpc.call(clearMood, context, {}));
  }
}
