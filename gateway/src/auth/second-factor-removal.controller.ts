import {
  type Done,
  MailedTokenDto,
  NamedAccountDto,
  type SecondFactorRemoval,
  askSecondFactorRemoval,
  beginSecondFactorRemoval,
  keepSecondFactor,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { Public } from '../session/session.guard.js';
import { anonymous } from './anonymous.js';
import { LOSE_SECOND_FACTOR, REDEEM_LINK } from './auth.limits.js';

/** Removal of a lost second factor. Links in mails begin and cancel it. */
@Public()
@Controller('auth/two-factor')
export class SecondFactorRemovalController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /**
   * Send a link that removes a lost second factor.
   *
   * The answer is the same if no account has this address.
   */
  @Post('lost')
  @HttpCode(200)
  @RateLimit(LOSE_SECOND_FACTOR)
  async ask(@Context() context: CallContext, @Body() dto: NamedAccountDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(askSecondFactorRemoval, anonymous(context), dto));
  }

  /** Start the waiting period after which the second factor is removed. */
  @Post('removal')
  @HttpCode(200)
  @RateLimit(REDEEM_LINK)
  async begin(@Context() context: CallContext, @Body() dto: MailedTokenDto): Promise<Answer<SecondFactorRemoval>> {
    return ok(await this.rpc.call(beginSecondFactorRemoval, anonymous(context), dto));
  }

  /** Cancel the removal of the second factor with a mailed link. */
  @Post('keep')
  @HttpCode(200)
  @RateLimit(REDEEM_LINK)
  async keep(@Context() context: CallContext, @Body() dto: MailedTokenDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(keepSecondFactor, anonymous(context), dto));
  }
}
