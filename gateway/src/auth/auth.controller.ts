import {
  type AuthResponse, type Done, LoginDto, LogoutDto, RefreshTokenDto, RegisterDto, type Tokens, login, logout, personSettled, refreshSession,
  registerAccount,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { RateLimits } from '../limits/rate-limits.js';
import { Public } from '../session/session.guard.js';
import { LOGIN, REFRESH, REGISTER } from './auth.limits.js';
import { anonymous } from './anonymous.js';
import { SignIn } from './sign-in.js';

/** How long a newcomer waits until others know them, in milliseconds; best effort. */
const SETTLING = 2_000;

@Public()
@Controller('auth')
export class AuthController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
    @Inject(RateLimits) private readonly limits: RateLimits,
  ) {}

  @Post('register')
  @RateLimit(REGISTER)
  async register(@Context() context: CallContext, @Body() dto: RegisterDto): Promise<AuthResponse> {
    const signedIn = await this.rpc.call(registerAccount, anonymous(context), dto);
    const seen = { userId: signedIn.account.id, version: signedIn.version };
    await this.rpc.call(personSettled, anonymous(context), seen, SETTLING).catch(() => undefined);
    return this.signIn.newcomer(signedIn);
  }

  @Post('login')
  @HttpCode(200)
  @RateLimit(LOGIN)
  async login(@Context() context: CallContext, @Body() dto: LoginDto): Promise<AuthResponse> {
    const signedIn = await this.rpc.call(login, anonymous(context), dto);
    await this.limits.forgive(LOGIN, { ip: context.client?.ip ?? '', body: dto });
    return this.signIn.answer(context, signedIn);
  }

  @Post('refresh-token')
  @HttpCode(200)
  @RateLimit(REFRESH)
  async refresh(@Context() context: CallContext, @Body() dto: RefreshTokenDto): Promise<{ success: true } & Tokens> {
    return { success: true, ...(await this.rpc.call(refreshSession, anonymous(context), dto)) };
  }

  @Post('logout')
  @HttpCode(200)
  @RateLimit(REFRESH)
  async logout(@Context() context: CallContext, @Body() dto: LogoutDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(logout, dto.refreshToken ? anonymous(context) : context, dto));
  }
}
