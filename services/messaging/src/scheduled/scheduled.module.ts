import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ScheduledController } from './scheduled.controller.js';
import { ScheduledSender } from './scheduled-sender.js';
import { ScheduledService } from './scheduled.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [ScheduledController],
  providers: [ScheduledService, ScheduledSender],
})
export class ScheduledModule {}
