import {
  type AuthResponse, type Done, ForgotPasswordDto, ResendVerificationDto, ResetPasswordDto, forgotPassword, resendVerification, resetPassword,
  verifyEmail,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { Public } from '../session/session.guard.js';
import { anonymous } from './anonymous.js';
import { FORGOT_PASSWORD, REDEEM_LINK, RESEND_VERIFICATION } from './auth.limits.js';
import { SignIn } from './sign-in.js';

@Public()
@Controller('auth')
export class RecoveryController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
  ) {}

  @Post('forgot-password')
  @HttpCode(200)
  @RateLimit(FORGOT_PASSWORD)
  async forgot(@Context() context: CallContext, @Body() dto: ForgotPasswordDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(forgotPassword, anonymous(context), dto));
  }

  @Post('reset-password')
  @HttpCode(200)
  @RateLimit(REDEEM_LINK)
  async reset(@Context() context: CallContext, @Body() dto: ResetPasswordDto): Promise<AuthResponse> {
    return this.signIn.answer(context, await this.rpc.call(resetPassword, anonymous(context), dto));
  }

  @Get('verify-email/:token')
  @RateLimit(REDEEM_LINK)
  async verify(@Context() context: CallContext, @Param('token') token: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(verifyEmail, anonymous(context), { token }));
  }

  /** For the signed-in account, or for an address: an expired link is often opened where nobody is signed in. */
  @Post('resend-verification')
  @HttpCode(200)
  @RateLimit(RESEND_VERIFICATION)
  async resend(@Context() context: CallContext, @Body() dto: ResendVerificationDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(resendVerification, dto.email ? anonymous(context) : context, dto));
  }
}
