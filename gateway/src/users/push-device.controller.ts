import {
  type Done,
  PushReplyDto,
  type PushedMessageView,
  RenewPushDto,
  lovePushedMessage,
  readPushedMessage,
  renewPush,
  replyToPushedMessage,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { anonymous } from '../auth/anonymous.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { OnlyPushToken, Public } from '../session/session.guard.js';

/** The secret of the old subscription cannot be guessed; the limit bounds attempts. */
const RENEW: Limit = { name: 'renew-push', rates: [{ by: 'ip', points: 60, seconds: 15 * 60 }] };

/** A token is good for one message and some minutes; nobody answers more often by hand. */
const ANSWER: Limit = { name: 'answer-push', rates: [{ by: 'ip', points: 60, seconds: 60 }] };

/** A device reads each message that its notifications announce; several people may share an address. */
const READ_PUSHED: Limit = { name: 'read-pushed', rates: [{ by: 'ip', points: 600, seconds: 60 }] };

/** Calls of a device's service worker while no page is open, hence without a session. */
@Controller('push')
export class PushDeviceController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return the message that a push notification announced. */
  @Get('message')
  @OnlyPushToken()
  @RateLimit(READ_PUSHED)
  async message(@Context() context: CallContext): Promise<Answer<PushedMessageView>> {
    return ok(await this.rpc.call(readPushedMessage, context, {}));
  }

  /** Answer the message that a push notification announced with a text. */
  @Post('reply')
  @OnlyPushToken()
  @HttpCode(200)
  @RateLimit(ANSWER)
  async reply(@Context() context: CallContext, @Body() dto: PushReplyDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(replyToPushedMessage, context, dto));
  }

  /** Add ❤️ to the message that a push notification announced. */
  @Post('love')
  @OnlyPushToken()
  @HttpCode(200)
  @RateLimit(ANSWER)
  async love(@Context() context: CallContext): Promise<Answer<Done>> {
    return ok(await this.rpc.call(lovePushedMessage, context, {}));
  }

  /** Replace a push subscription that the browser has renewed. */
  @Post('renew')
  @Public()
  @HttpCode(200)
  @RateLimit(RENEW)
  async renew(@Context() context: CallContext, @Body() dto: RenewPushDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(renewPush, anonymous(context), dto));
  }
}
