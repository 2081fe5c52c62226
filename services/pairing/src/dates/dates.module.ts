import { Module } from '@nestjs/common';
import { ActivityLogModule } from '../activities/activity-log.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { DatesController } from './dates.controller.js';
import { DatesService } from './dates.service.js';
import { ReminderPlanModule } from './reminder-plan.module.js';
import { Reminders } from './reminders.js';

@Module({
  imports: [ActivityLogModule, ClockModule, CouplesModule, NotificationsModule, PeopleModule, ReminderPlanModule],
  controllers: [DatesController],
  providers: [DatesService, Reminders],
  exports: [DatesService],
})
export class DatesModule {}
