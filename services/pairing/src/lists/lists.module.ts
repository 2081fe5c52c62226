import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { ListNotices } from './list-notices.js';

@Module({ imports: [AnnouncementsModule], providers: [ListNotices] })
export class ListsModule {}
