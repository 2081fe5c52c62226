import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { NoticeSentences } from './notice-sentences.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';
import { RestitutionNotices } from './restitution-notices.js';

@Module({
  imports: [PeopleModule],
  controllers: [NotificationsController],
  providers: [NoticeSentences, NotificationsService, RestitutionNotices],
  exports: [NoticeSentences, NotificationsService],
})
export class NotificationsModule {}
