import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { NudgesController } from './nudges.controller.js';
import { NudgesService } from './nudges.service.js';

@Module({
  imports: [ActivitiesModule, CouplesModule, NotificationsModule],
  controllers: [NudgesController],
  providers: [NudgesService],
})
export class NudgesModule {}
