import {
  type AuthResponse,
  CancelEmailChangeDto,
  type Done,
  ForgotPasswordDto,
  ResendVerificationDto,
  ResetPasswordDto,
  cancelEmailChangeByLink,
  forgotPassword,
  resendVerification,
  resetPassword,
  unsubscribeByLink,
  verifyEmail,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { OptionalSession, Public } from '../session/session.guard.js';
import { anonymous } from './anonymous.js';
import { FORGOT_PASSWORD, REDEEM_LINK, RESEND_VERIFICATION, UNSUBSCRIBE } from './auth.limits.js';
import { SignIn } from './sign-in.js';

@Public()
@Controller('auth')
export class RecoveryController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
  ) {}

  /**
   * Send a password reset link by e-mail.
   *
   * The answer is the same if no account has this address.
   */
  @Post('forgot-password')
  @HttpCode(200)
  @RateLimit(FORGOT_PASSWORD)
  async forgot(@Context() context: CallContext, @Body() dto: ForgotPasswordDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(forgotPassword, anonymous(context), dto));
  }

  /** Set a new password with a reset link and sign in. */
  @Post('reset-password')
  @HttpCode(200)
  @RateLimit(REDEEM_LINK)
  async reset(
    @Context() context: CallContext,
    @Body() dto: ResetPasswordDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthResponse> {
    return this.signIn.answerSignIn(context, await this.rpc.call(resetPassword, anonymous(context), dto), reply);
  }

  /**
   * Confirm an e-mail address with a mailed link.
   *
   * Confirming a new address ends every session but the caller's.
   */
  @Get('verify-email/:token')
  @OptionalSession()
  @RateLimit(REDEEM_LINK)
  async verify(@Context() context: CallContext, @Param('token') token: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(verifyEmail, context, { token }));
  }

  /**
   * Cancel a change of e-mail address with the link sent to the old address.
   *
   * This is a POST because mail scanners follow links and must not cancel anything.
   */
  @Post('cancel-email-change')
  @HttpCode(200)
  @RateLimit(REDEEM_LINK)
  async cancelEmailChange(@Context() context: CallContext, @Body() dto: CancelEmailChangeDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(cancelEmailChangeByLink, anonymous(context), dto));
  }

  /**
   * Switch off the mails of one kind with the link in such a mail.
   *
   * This is a POST because mail scanners follow links. Mail programs send it to `/unsubscribe/{token}` (RFC 8058).
   */
  @Post('unsubscribe/:token')
  @HttpCode(200)
  @RateLimit(UNSUBSCRIBE)
  async unsubscribe(@Context() context: CallContext, @Param('token') token: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(unsubscribeByLink, anonymous(context), { token }));
  }

  /**
   * Send the confirmation link again.
   *
   * Works for the signed-in account or for a given address, because an expired link is often opened on a signed-out device.
   */
  @Post('resend-verification')
  @HttpCode(200)
  @OptionalSession()
  @RateLimit(RESEND_VERIFICATION)
  async resend(@Context() context: CallContext, @Body() dto: ResendVerificationDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(resendVerification, dto.email ? anonymous(context) : context, dto));
  }
}
