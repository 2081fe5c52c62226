import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { HiddenCapsules } from './hidden-capsules.service.js';
import { OnThisDayController } from './on-this-day.controller.js';
import { OnThisDayService } from './on-this-day.service.js';

@Module({
  imports: [CouplesModule],
  controllers: [OnThisDayController],
  providers: [OnThisDayService, HiddenCapsules],
})
export class OnThisDayModule {}
