import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { CapsuleChanges } from './capsule-changes.js';
import { CapsuleTransitions } from './capsule-transitions.js';
import { CapsuleReminders } from './capsule-reminders.js';
import { CapsulesController } from './capsules.controller.js';
import { CapsulesReader } from './capsules-reader.js';
import { CapsulesService } from './capsules.service.js';
import { OnlyCapsules } from './only-capsules.js';
import { CapsuleReminderPlan } from './reminder-plan.js';

@Module({
  imports: [CouplesModule],
  controllers: [CapsulesController],
  providers: [
    CapsuleReminderPlan,
    CapsuleChanges,
    OnlyCapsules,
    CapsulesReader,
    CapsulesService,
    CapsuleTransitions,
    CapsuleReminders,
  ],
  exports: [CapsuleChanges, CapsulesReader, OnlyCapsules, CapsuleReminderPlan],
})
export class CapsulesModule {}
