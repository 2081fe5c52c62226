import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { NicknamesController } from './nicknames.controller.js';
import { NicknamesService } from './nicknames.service.js';

@Module({
  imports: [CouplesModule],
  controllers: [NicknamesController],
  providers: [NicknamesService],
  exports: [NicknamesService],
})
export class NicknamesModule {}
