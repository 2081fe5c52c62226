import { Module } from '@nestjs/common';
import { ConversationMutations } from './conversation-mutations.js';
import { ConversationsController } from './conversations.controller.js';
import { ConversationsService } from './conversations.service.js';

@Module({
  controllers: [ConversationsController],
  providers: [ConversationsService, ConversationMutations],
  exports: [ConversationsService, ConversationMutations],
})
export class ConversationsModule {}
