import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { CorrectionsController } from './corrections.controller.js';
import { CorrectionsService } from './corrections.service.js';
import { HistoryService } from './history.service.js';
import { MessageChanges } from './message-changes.js';
import { MessageWriter } from './message-writer.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';
import { SearchService } from './search.service.js';
import { WordIndexer } from './word-indexer.js';

@Module({
  imports: [ConversationsModule],
  controllers: [MessagesController, CorrectionsController],
  providers: [
    MessagesService,
    MessageWriter,
    WordIndexer,
    HistoryService,
    SearchService,
    MessageChanges,
    CorrectionsService,
  ],
  exports: [MessageChanges, HistoryService, MessagesService],
})
export class MessagesModule {}
