import {
  type AuthResponse,
  type Done,
  LoginDto,
  LogoutDto,
  RefreshTokenDto,
  RegisterDto,
  type Tokens,
  login,
  logout,
  personSettled,
  refreshSession,
  registerAccount,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { OptionalSession, Public } from '../session/session.guard.js';
import { LOGIN, REFRESH, REGISTER } from './auth.limits.js';
import { anonymous } from './anonymous.js';
import { LoginTries } from './login-tries.js';
import { SignIn } from './sign-in.js';

/** Milliseconds that a registration waits until pairing knows the account. Best effort. */
const SETTLE_TIMEOUT = 2_000;

@Public()
@Controller('auth')
export class AuthController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(LoginTries) private readonly tries: LoginTries,
  ) {}

  /** Create an account and sign in. */
  @Post('register')
  @RateLimit(REGISTER)
  async register(
    @Context() context: CallContext,
    @Body() dto: RegisterDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthResponse> {
    const signedIn = await this.rpc.call(registerAccount, anonymous(context), dto);
    const seen = { userId: signedIn.account.id, version: signedIn.version };
    await this.rpc.call(personSettled, anonymous(context), seen, SETTLE_TIMEOUT).catch(() => undefined);
    return this.signIn.answerRegistration(signedIn, reply);
  }

  /**
   * Sign in with e-mail address and password.
   *
   * After `SECOND_FACTOR_REQUIRED`, repeat the call with `code`.
   */
  @Post('login')
  @HttpCode(200)
  @RateLimit(LOGIN)
  async login(
    @Context() context: CallContext,
    @Body() dto: LoginDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AuthResponse> {
    const counted = await this.tries.countTry(anonymous(context), dto);
    const signedIn = await this.rpc.call(login, anonymous(context), dto).catch((cause: unknown) => {
      this.tries.reportFailure(anonymous(context), counted, dto, cause);
      throw cause;
    });
    await this.tries.forgive(counted);
    return this.signIn.answerSignIn(context, signedIn, reply);
  }

  /**
   * Exchange a refresh token for new tokens.
   *
   * A refresh token works once. Using it again ends its session.
   */
  @Post('refresh-token')
  @HttpCode(200)
  @RateLimit(REFRESH)
  async refresh(@Context() context: CallContext, @Body() dto: RefreshTokenDto): Promise<{ success: true } & Tokens> {
    return { success: true, ...(await this.rpc.call(refreshSession, anonymous(context), dto)) };
  }

  /**
   * End the sessions of the refresh token and of the access token.
   *
   * They are one session; each token ends it if the other no longer does.
   */
  @Post('logout')
  @HttpCode(200)
  @OptionalSession()
  @RateLimit(REFRESH)
  async logout(@Context() context: CallContext, @Body() dto: LogoutDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(logout, context, dto));
  }
}
