import {
  type StatsView,
  getChallengeStatistics,
  getCoupleStatistics,
  getMemoryStatistics,
  getMessageStatistics,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, Inject } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

@Controller('stats')
export class StatsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return the couple's statistics. */
  @Get('couple')
  async couple(@Context() context: CallContext): Promise<Answer<StatsView>> {
    const { daysTogether, sentByBoth, ofCouple, completed } = await this.loadStatistics(context);
    if (daysTogether === null) throw new AppError('NO_PARTNER');
    return ok({ memoriesCreated: ofCouple, messagesSent: sentByBoth, challengesCompleted: completed, daysTogether });
  }

  /**
   * Return the caller's own statistics.
   *
   * They are zero without a partner.
   */
  @Get('me')
  async me(@Context() context: CallContext): Promise<Answer<StatsView>> {
    const { daysTogether, sentByMe, createdByMe, completed } = await this.loadStatistics(context);
    return ok({
      memoriesCreated: createdByMe,
      messagesSent: sentByMe,
      challengesCompleted: completed,
      daysTogether: daysTogether ?? 0,
    });
  }

  private async loadStatistics(context: CallContext) {
    const [couple, messages, memories, challenges] = await Promise.all([
      this.rpc.call(getCoupleStatistics, context, {}),
      this.rpc.call(getMessageStatistics, context, {}),
      this.rpc.call(getMemoryStatistics, context, {}),
      this.rpc.call(getChallengeStatistics, context, {}),
    ]);
    return { ...couple, ...messages, ...memories, ...challenges };
  }
}
