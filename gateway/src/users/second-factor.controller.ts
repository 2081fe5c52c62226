import {
  type Done,
  ProvePasswordDto,
  type RecoveryCodes,
  SecondFactorCodeDto,
  type SecondFactorSetup,
  type SecondFactorView,
  type UserView,
  cancelSecondFactorRemoval,
  disableSecondFactor,
  enableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { PROVE_CODE, PROVE_PASSWORD } from '../auth/auth.limits.js';
import { SignIn } from '../auth/sign-in.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** The second factor: codes of an authenticator app at sign-in. */
@Controller('users/two-factor')
export class SecondFactorController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
  ) {}

  /** Return whether the second factor is on. */
  @Get()
  async get(@Context() context: CallContext): Promise<Answer<SecondFactorView>> {
    return ok(await this.rpc.call(getSecondFactor, context, {}));
  }

  /** Begin setting up the second factor. */
  @Post()
  @HttpCode(200)
  @RateLimit(PROVE_PASSWORD)
  async setUp(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<SecondFactorSetup>> {
    return ok(await this.rpc.call(setUpSecondFactor, context, dto));
  }

  /** Turn on the second factor with a first code. */
  @Post('confirm')
  @HttpCode(200)
  @RateLimit(PROVE_CODE)
  async enable(@Context() context: CallContext, @Body() dto: SecondFactorCodeDto): Promise<Answer<RecoveryCodes>> {
    return ok(await this.rpc.call(enableSecondFactor, context, dto));
  }

  /** Replace the recovery codes. */
  @Post('recovery-codes')
  @HttpCode(200)
  @RateLimit(PROVE_PASSWORD)
  async renewCodes(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<RecoveryCodes>> {
    return ok(await this.rpc.call(renewRecoveryCodes, context, dto));
  }

  /** Cancel a removal of the second factor that was requested by e-mail. */
  @Delete('removal')
  async cancelRemoval(@Context() context: CallContext): Promise<Answer<UserView>> {
    return ok(await this.signIn.loadUser(context, this.rpc.call(cancelSecondFactorRemoval, context, {})));
  }

  /** Turn off the second factor. */
  @Delete()
  @RateLimit(PROVE_PASSWORD)
  async disable(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(disableSecondFactor, context, dto));
  }
}
