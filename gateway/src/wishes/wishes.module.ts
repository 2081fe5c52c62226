import { Module } from '@nestjs/common';
import { WishesController } from './wishes.controller.js';

@Module({ controllers: [WishesController] })
export class WishesModule {}
