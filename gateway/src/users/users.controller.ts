import {
  ChangePasswordDto,
  DeleteAccountDto,
  type Done,
  UpdateProfileDto,
  type UserView,
  changePassword,
  deleteAccount,
  getProfile,
  updateProfile,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Put } from '@nestjs/common';
import { PROVE_PASSWORD, UPDATE_PROFILE } from '../auth/auth.limits.js';
import { SignIn } from '../auth/sign-in.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** The specification requires `user`; all other clients read `data`. */
type UserAnswer = Answer<UserView> & { user: UserView };

const userAnswer = (user: UserView): UserAnswer => ({ ...ok(user), user });

@Controller('users')
export class UsersController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SignIn) private readonly signIn: SignIn,
  ) {}

  /** Return the caller's profile. */
  @Get('profile')
  async profile(@Context() context: CallContext): Promise<UserAnswer> {
    return userAnswer(await this.signIn.loadUser(context, this.rpc.call(getProfile, context, {})));
  }

  /** Change the caller's profile. */
  @Put('profile')
  @RateLimit(UPDATE_PROFILE)
  async updateProfile(@Context() context: CallContext, @Body() dto: UpdateProfileDto): Promise<UserAnswer> {
    return userAnswer(await this.signIn.loadUser(context, this.rpc.call(updateProfile, context, dto)));
  }

  /** Change the password and end every other session. */
  @Put('password')
  @RateLimit(PROVE_PASSWORD)
  async changePassword(@Context() context: CallContext, @Body() dto: ChangePasswordDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(changePassword, context, dto));
  }

  /** Delete the caller's account and its data. */
  @Delete('account')
  @RateLimit(PROVE_PASSWORD)
  async deleteAccount(@Context() context: CallContext, @Body() dto: DeleteAccountDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(deleteAccount, context, dto));
  }
}
