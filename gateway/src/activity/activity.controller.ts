import { type ActivityPage, ActivityQueryDto, type ActivityView, listActivities } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

@Controller('activity')
export class ActivityController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the couple's activity, newest first. */
  @Get()
  async list(
    @Context() context: CallContext,
    @Query() query: ActivityQueryDto,
  ): Promise<Answer<ActivityView[]> & Pick<ActivityPage, 'nextCursor'>> {
    const { activities, nextCursor } = await this.rpc.call(listActivities, context, query);
    return { ...ok(activities), nextCursor };
  }
}
