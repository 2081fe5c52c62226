import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { ExportsController } from './exports.controller.js';
import { SettingsController } from './settings.controller.js';
import { UsersController } from './users.controller.js';

@Module({ imports: [AuthModule], controllers: [UsersController, SettingsController, ExportsController] })
export class UsersModule {}
