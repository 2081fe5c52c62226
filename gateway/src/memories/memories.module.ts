import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { OnThisDayController } from './on-this-day.controller.js';
import { OurYearController } from './our-year.controller.js';
import { TimelineController } from './timeline.controller.js';

@Module({ imports: [CapsulesModule], controllers: [OnThisDayController, OurYearController, TimelineController] })
export class MemoriesModule {}
