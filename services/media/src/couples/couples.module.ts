import { Module } from '@nestjs/common';
import { CoupleEventHandlers } from './couple-event-handlers.js';
import { CouplesService } from './couples.service.js';

/** The couples that share files, and their quotas. */
@Module({ providers: [CouplesService, CoupleEventHandlers], exports: [CouplesService] })
export class CouplesModule {}
