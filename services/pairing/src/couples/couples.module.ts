import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CoupleChanges } from './couple-changes.js';
import { CoupleParts } from './couple-parts.js';
import { CouplesController } from './couples.controller.js';
import { CouplesService } from './couples.service.js';
import { TogetherSince } from './together-since.js';

@Module({
  imports: [PeopleModule, NotificationsModule],
  controllers: [CouplesController],
  providers: [CoupleChanges, CoupleParts, CouplesService, TogetherSince],
  exports: [CoupleChanges, CouplesService],
})
export class CouplesModule {}
