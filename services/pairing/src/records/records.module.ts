import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { DatesModule } from '../dates/dates.module.js';
import { MoodsModule } from '../moods/moods.module.js';
import { NicknamesModule } from '../nicknames/nicknames.module.js';
import { RecordsController } from './records.controller.js';

@Module({ imports: [CouplesModule, DatesModule, MoodsModule, NicknamesModule], controllers: [RecordsController] })
export class RecordsModule {}
