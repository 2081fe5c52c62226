import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { EmailController } from './email.controller.js';
import { ExportsController } from './exports.controller.js';
import { PasskeysController } from './passkeys.controller.js';
import { PushController } from './push.controller.js';
import { PushDeviceController } from './push-device.controller.js';
import { RestitutionsController } from './restitutions.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SettingsController } from './settings.controller.js';
import { UsersController } from './users.controller.js';

@Module({
  imports: [AuthModule],
  controllers: [
    UsersController,
    EmailController,
    SecondFactorController,
    PasskeysController,
    SettingsController,
    ExportsController,
    RestitutionsController,
    PushController,
    PushDeviceController,
  ],
})
export class UsersModule {}
