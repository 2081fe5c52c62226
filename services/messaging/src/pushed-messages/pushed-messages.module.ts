import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { PushedMessagesController } from './pushed-messages.controller.js';
import { PushedMessagesService } from './pushed-messages.service.js';

@Module({ imports: [MessagesModule], controllers: [PushedMessagesController], providers: [PushedMessagesService] })
export class PushedMessagesModule {}
