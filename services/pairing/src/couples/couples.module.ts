import { Module } from '@nestjs/common';
import { ActivityLogModule } from '../activities/activity-log.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { CouplesController } from './couples.controller.js';
import { CouplesService } from './couples.service.js';

@Module({ imports: [PeopleModule, NotificationsModule, ActivityLogModule], controllers: [CouplesController], providers: [CouplesService], exports: [CouplesService] })
export class CouplesModule {}
