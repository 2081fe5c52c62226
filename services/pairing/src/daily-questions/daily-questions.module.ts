import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { DailyDays } from './daily-days.js';
import { DailyHistoryService } from './daily-history.service.js';
import { DailyPlan } from './daily-plan.js';
import { DailyPreferencesService } from './daily-preferences.service.js';
import { DailyQuestionsController } from './daily-questions.controller.js';
import { DailyQuestionsService } from './daily-questions.service.js';
import { DailyReminders } from './daily-reminders.js';
import { OwnQuestionsService } from './own-questions.service.js';
import { Rhythms } from './rhythms.js';

@Module({
  imports: [ActivitiesModule, CouplesModule, NotificationsModule, PeopleModule],
  controllers: [DailyQuestionsController],
  providers: [
    DailyDays,
    DailyHistoryService,
    DailyPlan,
    DailyPreferencesService,
    DailyQuestionsService,
    DailyReminders,
    OwnQuestionsService,
    Rhythms,
  ],
})
export class DailyQuestionsModule {}
