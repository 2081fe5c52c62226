import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { OwnMarksController } from './own-marks.controller.js';
import { OwnMarksService } from './own-marks.service.js';

@Module({ imports: [MessagesModule], controllers: [OwnMarksController], providers: [OwnMarksService] })
export class OwnMarksModule {}
