import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { DatesController } from './dates.controller.js';
import { DatesService } from './dates.service.js';
import { ReminderPlan } from './reminder-plan.js';
import { ReminderSentences } from './reminder-sentences.js';
import { Reminders } from './reminders.js';

@Module({
  imports: [ActivitiesModule, CouplesModule, NotificationsModule, PeopleModule],
  controllers: [DatesController],
  providers: [DatesService, ReminderPlan, ReminderSentences, Reminders],
  exports: [DatesService],
})
export class DatesModule {}
