import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { StoriesController } from './stories.controller.js';
import { StoriesReader } from './stories-reader.js';
import { StoriesService } from './stories.service.js';
import { StoryChanges } from './story-changes.js';
import { StoryExportsController } from './story-exports.controller.js';

@Module({
  imports: [CouplesModule],
  controllers: [StoriesController, StoryExportsController],
  providers: [StoryChanges, StoriesReader, StoriesService],
})
export class StoriesModule {}
