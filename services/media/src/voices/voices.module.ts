import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { VoiceJobs } from './voice-jobs.service.js';
import { VoiceQueue } from './voice-queue.js';
import { VoiceWorker } from './voice-worker.js';

/** Converts recordings into voice notes that every browser plays. */
@Module({ imports: [AttachmentsModule], providers: [VoiceJobs, VoiceQueue, VoiceWorker], exports: [VoiceQueue] })
export class VoicesModule {}
