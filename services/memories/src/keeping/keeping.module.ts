import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { KeepingController } from './keeping.controller.js';
import { KeepingService } from './keeping.service.js';
import { KeptAlbum } from './kept-album.js';
import { KeptSources } from './kept-sources.js';

@Module({
  imports: [CapsulesModule, CouplesModule],
  controllers: [KeepingController],
  providers: [KeepingService, KeptAlbum, KeptSources],
  exports: [KeepingService, KeptSources],
})
export class KeepingModule {}
