import { Module } from '@nestjs/common';
import { OnThisDayController } from './on-this-day.controller.js';

@Module({ controllers: [OnThisDayController] })
export class MemoriesModule {}
