import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { CapsuleNotices } from './capsule-notices.js';

@Module({ imports: [AnnouncementsModule], providers: [CapsuleNotices] })
export class CapsulesModule {}
