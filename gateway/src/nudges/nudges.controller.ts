import { type NudgeState, SendNudgeDto, getNudgeState, sendNudge } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { NUDGE } from './nudges.limits.js';

@Controller('nudges')
export class NudgesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return when the caller can send the next nudge. */
  @Get()
  async get(@Context() context: CallContext): Promise<Answer<NudgeState>> {
    return ok(await this.rpc.call(getNudgeState, context, {}));
  }

  /**
   * Send the partner a nudge.
   *
   * A person can send one in five minutes; `Retry-After` says when the next one is possible.
   */
  @Post()
  @RateLimit(NUDGE)
  async send(@Context() context: CallContext, @Body() dto: SendNudgeDto): Promise<Answer<NudgeState>> {
    return ok(await this.rpc.call(sendNudge, context, dto));
  }
}
