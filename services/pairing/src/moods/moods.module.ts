import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { MoodsController } from './moods.controller.js';
import { MoodsService } from './moods.service.js';

@Module({
  imports: [CouplesModule, NotificationsModule],
  controllers: [MoodsController],
  providers: [MoodsService],
  exports: [MoodsService],
})
export class MoodsModule {}
