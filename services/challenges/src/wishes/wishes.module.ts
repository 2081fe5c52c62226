import { Module } from '@nestjs/common';
import { AwardsModule } from '../awards/awards.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { WishChanges } from './wish-changes.js';
import { WishTransitions } from './wish-transitions.js';
import { WishExportsController } from './wish-exports.controller.js';
import { WishPoints } from './wish-points.js';
import { WishesController } from './wishes.controller.js';
import { WishesReader } from './wishes-reader.js';
import { WishesService } from './wishes.service.js';

@Module({
  imports: [AwardsModule, CouplesModule],
  controllers: [WishesController, WishExportsController],
  providers: [WishPoints, WishChanges, WishesReader, WishesService, WishTransitions],
})
export class WishesModule {}
