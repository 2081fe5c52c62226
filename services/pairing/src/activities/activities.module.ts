import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ActivitiesController } from './activities.controller.js';
import { ActivityLog } from './activity-log.js';
import { ActivityRecorder } from './activity-recorder.js';

@Module({
  imports: [CouplesModule, PeopleModule],
  controllers: [ActivitiesController],
  providers: [ActivityLog, ActivityRecorder],
  exports: [ActivityLog],
})
export class ActivitiesModule {}
