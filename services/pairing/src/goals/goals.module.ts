import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { GoalNotices } from './goal-notices.js';

@Module({ imports: [AnnouncementsModule], providers: [GoalNotices] })
export class GoalsModule {}
