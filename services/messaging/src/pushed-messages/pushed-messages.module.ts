import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ReactionsModule } from '../reactions/reactions.module.js';
import { PushedMessagesController } from './pushed-messages.controller.js';
import { PushedMessagesService } from './pushed-messages.service.js';

@Module({
  imports: [MessagesModule, ReactionsModule],
  controllers: [PushedMessagesController],
  providers: [PushedMessagesService],
})
export class PushedMessagesModule {}
