import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { GoalChanges } from './goal-changes.js';
import { GoalExportsController } from './goal-exports.controller.js';
import { GoalKeepsakesService } from './goal-keepsakes.service.js';
import { GoalProgressService } from './goal-progress.service.js';
import { GoalsController } from './goals.controller.js';
import { GoalsReader } from './goals-reader.js';
import { GoalsService } from './goals.service.js';

@Module({
  imports: [CouplesModule],
  controllers: [GoalsController, GoalExportsController],
  providers: [GoalChanges, GoalsReader, GoalsService, GoalProgressService, GoalKeepsakesService],
})
export class GoalsModule {}
