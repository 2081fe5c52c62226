import { Module } from '@nestjs/common';
import { ConversationsModule } from '../conversations/conversations.module.js';
import { ReadMarkersController } from './read-markers.controller.js';
import { ReadMarkersService } from './read-markers.service.js';

@Module({ imports: [ConversationsModule], controllers: [ReadMarkersController], providers: [ReadMarkersService] })
export class ReadMarkersModule {}
