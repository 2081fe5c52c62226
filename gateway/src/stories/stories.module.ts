import { Module } from '@nestjs/common';
import { StoriesController } from './stories.controller.js';

@Module({ controllers: [StoriesController] })
export class StoriesModule {}
