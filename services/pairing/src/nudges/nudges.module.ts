import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { NudgesController } from './nudges.controller.js';
import { NudgesService } from './nudges.service.js';

@Module({
  imports: [ActivitiesModule, CouplesModule, NotificationsModule, PeopleModule],
  controllers: [NudgesController],
  providers: [NudgesService],
})
export class NudgesModule {}
