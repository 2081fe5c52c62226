import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module.js';
import { PinsController } from './pins.controller.js';
import { PinsService } from './pins.service.js';

@Module({ imports: [MessagesModule], controllers: [PinsController], providers: [PinsService] })
export class PinsModule {}
