import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { NicknamesController } from './nicknames.controller.js';
import { NicknamesService } from './nicknames.service.js';

@Module({ imports: [ClockModule, CouplesModule], controllers: [NicknamesController], providers: [NicknamesService], exports: [NicknamesService] })
export class NicknamesModule {}
