import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { PasskeyController } from './passkey.controller.js';
import { RecoveryController } from './recovery.controller.js';
import { SessionsController } from './sessions.controller.js';
import { SignIn } from './sign-in.js';

@Module({ controllers: [AuthController, PasskeyController, RecoveryController, SessionsController], providers: [SignIn], exports: [SignIn] })
export class AuthModule {}
