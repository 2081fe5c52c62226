import { Module } from '@nestjs/common';
import { StoriesController } from './stories.controller.js';
import { StoryKeepsakes } from './story-keepsakes.js';
import { StoryPhotos } from './story-photos.js';

@Module({ controllers: [StoriesController], providers: [StoryKeepsakes, StoryPhotos] })
export class StoriesModule {}
