import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { LoginTries } from './login-tries.js';
import { PasskeyController } from './passkey.controller.js';
import { RecoveryController } from './recovery.controller.js';
import { SecondFactorRemovalController } from './second-factor-removal.controller.js';
import { SessionsController } from './sessions.controller.js';
import { SignInUnlocks } from './sign-in-unlocks.js';
import { SignIn } from './sign-in.js';

@Module({
  controllers: [
    AuthController,
    PasskeyController,
    RecoveryController,
    SecondFactorRemovalController,
    SessionsController,
  ],
  providers: [SignIn, LoginTries, SignInUnlocks],
  exports: [SignIn],
})
export class AuthModule {}
