import {
  type AuthResponse,
  PasskeyProofDto,
  type PasskeyRequestOptions,
  askPasskeySignIn,
  signInWithPasskey,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { Public } from '../session/session.guard.js';
import { anonymous } from './anonymous.js';
import { ASK_PASSKEY, PASSKEY_LOGIN } from './auth.limits.js';
import { SignIn } from './sign-in.js';

@Public()
@Controller('auth/passkey')
export class PasskeyController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
  ) {}

  /** Begin a passkey sign-in. */
  @Post('options')
  @HttpCode(200)
  @RateLimit(ASK_PASSKEY)
  async options(@Context() context: CallContext): Promise<Answer<PasskeyRequestOptions>> {
    return ok(await this.rpc.call(askPasskeySignIn, anonymous(context), {}));
  }

  /** Sign in with a passkey. */
  @Post()
  @HttpCode(200)
  @RateLimit(PASSKEY_LOGIN)
  async login(
    @Context() context: CallContext,
    @Body() dto: PasskeyProofDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthResponse> {
    return this.signIn.answerSignIn(context, await this.rpc.call(signInWithPasskey, anonymous(context), dto), reply);
  }
}
