import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { StoryNotices } from './story-notices.js';

@Module({ imports: [AnnouncementsModule], providers: [StoryNotices] })
export class StoriesModule {}
