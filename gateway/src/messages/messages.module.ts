import { Module } from '@nestjs/common';
import { ConversationController } from './conversation.controller.js';
import { DraftsController } from './drafts.controller.js';
import { MessageChangesController } from './message-changes.controller.js';
import { MessagesController } from './messages.controller.js';
import { ScheduledController } from './scheduled.controller.js';

@Module({
  controllers: [
    ConversationController,
    DraftsController,
    ScheduledController,
    MessagesController,
    MessageChangesController,
  ],
})
export class MessagesModule {}
