import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PreviewsController } from './previews.controller.js';
import { PreviewsService } from './previews.service.js';

@Module({
  imports: [ConversationsModule, MessagesModule],
  controllers: [PreviewsController],
  providers: [PreviewsService],
})
export class PreviewsModule {}
