import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.js';
import { ReminderPlan } from './reminder-plan.js';

/** What couples plan with; it knows nobody's couple. */
@Module({ imports: [ClockModule], providers: [ReminderPlan], exports: [ReminderPlan] })
export class ReminderPlanModule {}
