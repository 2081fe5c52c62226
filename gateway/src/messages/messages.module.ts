import { Module } from '@nestjs/common';
import { MessageChangesController } from './message-changes.controller.js';
import { MessagesController } from './messages.controller.js';

@Module({ controllers: [MessagesController, MessageChangesController] })
export class MessagesModule {}
