import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { DisappearingController } from './disappearing.controller.js';
import { DisappearingService } from './disappearing.service.js';
import { ExpiredMessageSweeper } from './expired-message-sweeper.js';

@Module({
  imports: [ConversationsModule],
  controllers: [DisappearingController],
  providers: [DisappearingService, ExpiredMessageSweeper],
})
export class DisappearingModule {}
