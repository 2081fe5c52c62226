import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CoupleAnnouncer } from './couple-announcer.js';

@Module({
  imports: [ActivitiesModule, NotificationsModule, PeopleModule],
  providers: [CoupleAnnouncer],
  exports: [CoupleAnnouncer],
})
export class AnnouncementsModule {}
