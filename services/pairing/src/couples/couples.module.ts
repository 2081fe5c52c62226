import { Module } from '@nestjs/common';
import { ActivityLogModule } from '../activities/activity-log.module.js';
import { ClockModule } from '../clock/clock.module.js';
import { DailyPlanModule } from '../daily-questions/daily-plan.module.js';
import { ReminderPlanModule } from '../dates/reminder-plan.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CouplesController } from './couples.controller.js';
import { CouplesService } from './couples.service.js';
import { TogetherSince } from './together-since.js';

@Module({
  imports: [ClockModule, PeopleModule, NotificationsModule, ActivityLogModule, ReminderPlanModule, DailyPlanModule],
  controllers: [CouplesController],
  providers: [CouplesService, TogetherSince],
  exports: [CouplesService],
})
export class CouplesModule {}
