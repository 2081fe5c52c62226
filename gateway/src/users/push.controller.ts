import {
  type Done,
  type PushState,
  SubscribePushDto,
  getPush,
  subscribePush,
  testPush,
  unsubscribePush,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';

/** Each test sends a request to the browser vendor's push service. */
const TEST: Limit = { name: 'test-push', rates: [{ by: 'user', points: 10, seconds: 60 }] };
const SUBSCRIBE: Limit = { name: 'subscribe-push', rates: [{ by: 'user', points: 60, seconds: 60 * 60 }] };

/** Push notifications on the caller's device. */
@Controller('users/push')
export class PushController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return the push subscription of this session. */
  @Get()
  async get(@Context() context: CallContext): Promise<Answer<PushState>> {
    return ok(await this.rpc.call(getPush, context, {}));
  }

  /** Turn on push notifications for this session. */
  @Post()
  @HttpCode(200)
  @RateLimit(SUBSCRIBE)
  async subscribe(@Context() context: CallContext, @Body() dto: SubscribePushDto): Promise<Answer<PushState>> {
    return ok(await this.rpc.call(subscribePush, context, dto));
  }

  /** Turn off push notifications for this session. */
  @Delete()
  async unsubscribe(@Context() context: CallContext): Promise<Answer<PushState>> {
    return ok(await this.rpc.call(unsubscribePush, context, {}));
  }

  /** Send a test notification to this device. */
  @Post('test')
  @HttpCode(202)
  @RateLimit(TEST)
  async test(@Context() context: CallContext): Promise<Answer<Done>> {
    return ok(await this.rpc.call(testPush, context, {}));
  }
}
