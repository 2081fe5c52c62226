import { Module } from '@nestjs/common';
import { AwardsModule } from '../awards/awards.module.js';
import { ChallengesModule } from '../challenges/challenges.module.js';
import { FileEventHandlers } from './file-event-handlers.js';
import { StepsController } from './steps.controller.js';
import { StepsService } from './steps.service.js';

@Module({
  imports: [ChallengesModule, AwardsModule],
  controllers: [StepsController],
  providers: [StepsService, FileEventHandlers],
})
export class StepsModule {}
