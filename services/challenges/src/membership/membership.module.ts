import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { CoupleEventHandlers } from './couple-event-handlers.js';

@Module({ imports: [CouplesModule], providers: [CoupleEventHandlers] })
export class MembershipModule {}
