import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { ResponsesController } from './responses.controller.js';
import { ResponsesService } from './responses.service.js';

@Module({ imports: [CapsulesModule], controllers: [ResponsesController], providers: [ResponsesService] })
export class ResponsesModule {}
