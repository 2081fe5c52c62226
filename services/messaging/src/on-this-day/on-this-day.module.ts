import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { ExclusionsService } from './exclusions.service.js';
import { OnThisDayController } from './on-this-day.controller.js';
import { OnThisDayService } from './on-this-day.service.js';

@Module({
  imports: [MessagesModule],
  controllers: [OnThisDayController],
  providers: [OnThisDayService, ExclusionsService],
})
export class OnThisDayModule {}
