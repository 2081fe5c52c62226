import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { DisappearingController } from './disappearing.controller.js';
import { DisappearingService } from './disappearing.service.js';
import { Sweeper } from './sweeper.js';

@Module({
  imports: [ConversationsModule],
  controllers: [DisappearingController],
  providers: [DisappearingService, Sweeper],
})
export class DisappearingModule {}
