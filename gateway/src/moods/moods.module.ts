import { Module } from '@nestjs/common';
import { MoodsController } from './moods.controller.js';

@Module({ controllers: [MoodsController] })
export class MoodsModule {}
