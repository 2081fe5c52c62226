import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { HistoryService } from './history.service.js';
import { MessageWriter } from './message-writer.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';

@Module({
  imports: [ConversationsModule],
  controllers: [MessagesController],
  providers: [MessagesService, MessageWriter, HistoryService],
})
export class MessagesModule {}
