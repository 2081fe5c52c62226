import { ChangeEmailDto, type UserView, cancelEmailChange, changeEmail } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, HttpCode, Inject, Post } from '@nestjs/common';
import { CHANGE_EMAIL } from '../auth/auth.limits.js';
import { SignIn } from '../auth/sign-in.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** Changes of the e-mail address; the link in the mail (`/auth/verify-email/{token}`) confirms them. */
@Controller('users/email')
export class EmailController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
  ) {}

  /** Send a link that confirms a new e-mail address. */
  @Post()
  @HttpCode(202)
  @RateLimit(CHANGE_EMAIL)
  async change(@Context() context: CallContext, @Body() dto: ChangeEmailDto): Promise<Answer<UserView>> {
    return ok(await this.signIn.loadUser(context, this.rpc.call(changeEmail, context, dto)));
  }

  /** Discard a new e-mail address that is not confirmed yet. */
  @Delete()
  async cancel(@Context() context: CallContext): Promise<Answer<UserView>> {
    return ok(await this.signIn.loadUser(context, this.rpc.call(cancelEmailChange, context, {})));
  }
}
