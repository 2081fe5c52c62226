import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { Announcements } from './announcements.service.js';

@Module({
  imports: [ActivitiesModule, NotificationsModule, PeopleModule],
  providers: [Announcements],
  exports: [Announcements],
})
export class AnnouncementsModule {}
