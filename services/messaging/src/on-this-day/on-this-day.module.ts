import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { ExclusionsService } from './exclusions.service.js';
import { OnThisDayController } from './on-this-day.controller.js';
import { OnThisDayService } from './on-this-day.service.js';

@Module({ imports: [ClockModule, MessagesModule], controllers: [OnThisDayController], providers: [OnThisDayService, ExclusionsService] })
export class OnThisDayModule {}
