import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineService } from './timeline.service.js';

@Module({ imports: [CouplesModule], controllers: [TimelineController], providers: [TimelineService] })
export class TimelineModule {}
