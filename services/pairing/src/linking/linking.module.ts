import { Module } from '@nestjs/common';
import { BlocksModule } from '../blocks/blocks.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { InvitesModule } from '../invites/invites.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PeopleModule } from '../people/people.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { LinkingController } from './linking.controller.js';
import { LinkingService } from './linking.service.js';
import { RelationshipEndings } from './relationship-endings.service.js';

@Module({
  imports: [PeopleModule, BlocksModule, CouplesModule, RequestsModule, InvitesModule, NotificationsModule],
  controllers: [LinkingController],
  providers: [LinkingService, RelationshipEndings],
})
export class LinkingModule {}
