import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { CoupleEventHandlers } from './couple-event-handlers.js';

@Module({ imports: [CapsulesModule, CouplesModule], providers: [CoupleEventHandlers] })
export class MembershipModule {}
