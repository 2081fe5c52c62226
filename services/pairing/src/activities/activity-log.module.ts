import { Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.js';

/** What others write into; it knows none of them. */
@Module({ providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityLogModule {}
