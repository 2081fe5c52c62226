import {
  type Done,
  RescheduleDto,
  ScheduleMessageDto,
  type ScheduledMessageView,
  cancelScheduled,
  listScheduled,
  rescheduleMessage,
  scheduleMessage,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Param, Patch, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { WRITE } from './messages.limits.js';

/** The caller's scheduled messages. */
@Controller('messages/scheduled')
export class ScheduledController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the caller's scheduled messages. */
  @Get()
  async list(@Context() context: CallContext): Promise<Answer<ScheduledMessageView[]>> {
    return ok(await this.rpc.call(listScheduled, context, {}));
  }

  /** Schedule a text message. */
  @Post()
  @RateLimit(WRITE)
  async add(@Context() context: CallContext, @Body() dto: ScheduleMessageDto): Promise<Answer<ScheduledMessageView>> {
    return ok(await this.rpc.call(scheduleMessage, context, dto));
  }

  /** Change the text or time of a scheduled message. */
  @Patch(':id')
  @RateLimit(WRITE)
  async change(
    @Context() context: CallContext,
    @Param('id') scheduledId: string,
    @Body() dto: RescheduleDto,
  ): Promise<Answer<ScheduledMessageView>> {
    return ok(await this.rpc.call(rescheduleMessage, context, { ...dto, scheduledId }));
  }

  /** Cancel a scheduled message. */
  @Delete(':id')
  @RateLimit(WRITE)
  async cancel(@Context() context: CallContext, @Param('id') scheduledId: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(cancelScheduled, context, { scheduledId }));
  }
}
