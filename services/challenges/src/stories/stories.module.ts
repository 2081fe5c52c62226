import { Module } from '@nestjs/common';
import { AwardsModule } from '../awards/awards.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { StoriesController } from './stories.controller.js';
import { StoriesReader } from './stories-reader.js';
import { StoriesService } from './stories.service.js';
import { StoryChanges } from './story-changes.js';
import { StoryExportsController } from './story-exports.controller.js';
import { StoryKeepsakesController } from './story-keepsakes.controller.js';
import { StoryKeepsakes } from './story-keepsakes.js';

@Module({
  imports: [AwardsModule, CouplesModule],
  controllers: [StoriesController, StoryExportsController, StoryKeepsakesController],
  providers: [StoryChanges, StoriesReader, StoriesService, StoryKeepsakes],
})
export class StoriesModule {}
