import { Module } from '@nestjs/common';
import { AwardsModule } from '../awards/awards.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { ChallengeChanges } from './challenge-changes.js';
import { ChallengeTransitions } from './challenge-transitions.js';
import { ChallengesController } from './challenges.controller.js';
import { ChallengesReader } from './challenges-reader.js';
import { ChallengesService } from './challenges.service.js';
import { DueReminderPlan } from './due-reminder-plan.js';
import { DueReminders } from './due-reminders.js';

@Module({
  imports: [CouplesModule, TemplatesModule, AwardsModule],
  controllers: [ChallengesController],
  providers: [
    DueReminderPlan,
    ChallengeChanges,
    ChallengesReader,
    ChallengesService,
    ChallengeTransitions,
    DueReminders,
  ],
  exports: [ChallengeChanges, DueReminderPlan],
})
export class ChallengesModule {}
