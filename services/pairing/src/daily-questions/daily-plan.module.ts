import { Module } from '@nestjs/common';
import { DailyPlan } from './daily-plan.js';

@Module({ providers: [DailyPlan], exports: [DailyPlan] })
export class DailyPlanModule {}
