import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CapsuleNotices } from './capsule-notices.service.js';

@Module({
  imports: [ActivitiesModule, NotificationsModule, PeopleModule],
  providers: [CapsuleNotices],
  exports: [CapsuleNotices],
})
export class CapsulesModule {}
