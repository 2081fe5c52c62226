import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { DailyPlanModule } from '../daily-questions/daily-plan.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ActivitiesController } from './activities.controller.js';
import { ActivityLogModule } from './activity-log.module.js';
import { ProfileChanges } from './profile-changes.js';

@Module({ imports: [ActivityLogModule, CouplesModule, DailyPlanModule, PeopleModule], controllers: [ActivitiesController], providers: [ProfileChanges] })
export class ActivitiesModule {}
