import { Module } from '@nestjs/common';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { ChallengeNotices } from './challenge-notices.js';

@Module({ imports: [AnnouncementsModule], providers: [ChallengeNotices] })
export class ChallengesModule {}
