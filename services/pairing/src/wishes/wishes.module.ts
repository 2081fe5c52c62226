import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { WishNotices } from './wish-notices.js';

@Module({ imports: [AnnouncementsModule], providers: [WishNotices] })
export class WishesModule {}
