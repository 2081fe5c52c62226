import { Module } from '@nestjs/common';
import { ActivitiesModule } from '../activities/activities.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { Announcements } from './announcements.service.js';
import { CapsuleNotices } from './capsule-notices.js';
import { ChallengeNotices } from './challenge-notices.js';
import { GoalNotices } from './goal-notices.js';
import { ListNotices } from './list-notices.js';
import { StoryNotices } from './story-notices.js';
import { WishNotices } from './wish-notices.js';

/** Notices and activities that the events of memories and challenges cause. */
@Module({
  imports: [ActivitiesModule, NotificationsModule, PeopleModule],
  providers: [Announcements, CapsuleNotices, ChallengeNotices, GoalNotices, ListNotices, StoryNotices, WishNotices],
  exports: [Announcements],
})
export class AnnouncementsModule {}
