import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { ContributionsController } from './contributions.controller.js';
import { ContributionsService } from './contributions.service.js';
import { FileEventHandlers } from './file-event-handlers.js';

@Module({
  imports: [CapsulesModule, CouplesModule],
  controllers: [ContributionsController],
  providers: [ContributionsService, FileEventHandlers],
})
export class ContributionsModule {}
