import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { KeepingController } from './keeping.controller.js';
import { KeepingService } from './keeping.service.js';

@Module({ imports: [MessagesModule], controllers: [KeepingController], providers: [KeepingService] })
export class KeepingModule {}
