import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { KeepingModule } from '../keeping/keeping.module.js';
import { KeepsakesController } from './keepsakes.controller.js';
import { KeepsakesService } from './keepsakes.service.js';
import { StoryKeepsakesService } from './story-keepsakes.service.js';

@Module({
  imports: [CapsulesModule, CouplesModule, KeepingModule],
  controllers: [KeepsakesController],
  providers: [KeepsakesService, StoryKeepsakesService],
})
export class KeepsakesModule {}
