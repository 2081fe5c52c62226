import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { KeepingModule } from '../keeping/keeping.module.js';
import { GoalKeepsakesService } from './goal-keepsakes.service.js';
import { KeepsakesController } from './keepsakes.controller.js';
import { KeepsakesService } from './keepsakes.service.js';
import { StoryKeepsakesService } from './story-keepsakes.service.js';

@Module({
  imports: [CapsulesModule, CouplesModule, KeepingModule],
  controllers: [KeepsakesController],
  providers: [GoalKeepsakesService, KeepsakesService, StoryKeepsakesService],
})
export class KeepsakesModule {}
