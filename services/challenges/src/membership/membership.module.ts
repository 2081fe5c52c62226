import { Module } from '@nestjs/common';
import { ChallengesModule } from '../challenges/challenges.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { CoupleEventHandlers } from './couple-event-handlers.js';

@Module({ imports: [ChallengesModule, CouplesModule], providers: [CoupleEventHandlers] })
export class MembershipModule {}
