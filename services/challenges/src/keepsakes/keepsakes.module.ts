import { Module } from '@nestjs/common';
import { ChallengesModule } from '../challenges/challenges.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { KeepsakesController } from './keepsakes.controller.js';
import { KeepsakesService } from './keepsakes.service.js';

@Module({
  imports: [ChallengesModule, CouplesModule],
  controllers: [KeepsakesController],
  providers: [KeepsakesService],
})
export class KeepsakesModule {}
