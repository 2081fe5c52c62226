import {
  type Done, ProvePasswordDto, type RecoveryCodes, SecondFactorCodeDto, type SecondFactorSetup, type SecondFactorView, disableSecondFactor,
  enableSecondFactor, getSecondFactor, renewRecoveryCodes, setUpSecondFactor,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { PROVE_CODE, PROVE_PASSWORD } from '../auth/auth.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** Codes of an authenticator app, asked for at a sign-in. */
@Controller('users/two-factor')
export class SecondFactorController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Get()
  async get(@Context() context: CallContext): Promise<Answer<SecondFactorView>> {
    return ok(await this.rpc.call(getSecondFactor, context, {}));
  }

  @Post()
  @HttpCode(200)
  @RateLimit(PROVE_PASSWORD)
  async setUp(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<SecondFactorSetup>> {
    return ok(await this.rpc.call(setUpSecondFactor, context, dto));
  }

  @Post('confirm')
  @HttpCode(200)
  @RateLimit(PROVE_CODE)
  async enable(@Context() context: CallContext, @Body() dto: SecondFactorCodeDto): Promise<Answer<RecoveryCodes>> {
    return ok(await this.rpc.call(enableSecondFactor, context, dto));
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @RateLimit(PROVE_PASSWORD)
  async renewCodes(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<RecoveryCodes>> {
    return ok(await this.rpc.call(renewRecoveryCodes, context, dto));
  }

  @Delete()
  @RateLimit(PROVE_PASSWORD)
  async disable(@Context() context: CallContext, @Body() dto: ProvePasswordDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(disableSecondFactor, context, dto));
  }
}
