import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { Changes } from './changes.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';
import { CoupleFacts } from './couple-facts.js';
import { CoupleVersions } from './couple-versions.js';

@Module({
  imports: [PeopleModule],
  controllers: [ConversationsController],
  providers: [ConversationsService, CoupleVersions, CoupleFacts, Changes],
  exports: [Changes],
})
export class ConversationsModule {}
