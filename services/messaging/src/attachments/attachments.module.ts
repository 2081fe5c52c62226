import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsService } from './attachments.service.js';
import { VoiceNotes } from './voice-notes.js';

@Module({
  imports: [ConversationsModule, MessagesModule],
  controllers: [AttachmentsController],
  providers: [AttachmentsService, VoiceNotes],
})
export class AttachmentsModule {}
