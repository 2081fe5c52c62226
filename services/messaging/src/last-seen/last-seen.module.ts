import { Module } from '@nestjs/common';
import { LastSeenController } from './last-seen.controller.js';
import { LastSeenService } from './last-seen.service.js';

@Module({ controllers: [LastSeenController], providers: [LastSeenService] })
export class LastSeenModule {}
