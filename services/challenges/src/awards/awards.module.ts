import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { AwardsService } from './awards.service.js';
import { BadgesController } from './badges.controller.js';
import { DailyAwards } from './daily-awards.js';

@Module({
  imports: [CouplesModule],
  controllers: [BadgesController],
  providers: [AwardsService, DailyAwards],
  exports: [AwardsService],
})
export class AwardsModule {}
