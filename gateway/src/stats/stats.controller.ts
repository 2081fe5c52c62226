import { type StatsView, getCoupleStatistics, getMessageStatistics } from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, Inject } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

/** No service keeps capsules or challenges yet, so nobody can have made or finished any: the count of nothing. */
const NOT_YET = { memoriesCreated: 0, challengesCompleted: 0 };

@Controller('stats')
export class StatsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Get('couple')
  async couple(@Context() context: CallContext): Promise<Answer<StatsView>> {
    const { daysTogether, sentByBoth } = await this.figures(context);
    if (daysTogether === null) throw new AppError('NO_PARTNER');
    return ok({ ...NOT_YET, messagesSent: sentByBoth, daysTogether });
  }

  /** One's own part; without a partner it is nothing yet. */
  @Get('me')
  async me(@Context() context: CallContext): Promise<Answer<StatsView>> {
    const { daysTogether, sentByMe } = await this.figures(context);
    return ok({ ...NOT_YET, messagesSent: sentByMe, daysTogether: daysTogether ?? 0 });
  }

  private async figures(context: CallContext) {
    const [couple, messages] = await Promise.all([this.rpc.call(getCoupleStatistics, context, {}), this.rpc.call(getMessageStatistics, context, {})]);
    return { ...couple, ...messages };
  }
}
