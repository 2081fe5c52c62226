import { Module } from '@nestjs/common';
import { CoupleFacts } from '../couples/couple-facts.js';
import { CouplesService } from '../couples/couples.service.js';
import { FilePreparer } from '../files/file-preparer.js';
import { VoiceJobs } from '../voices/voice-jobs.service.js';
import { VoiceWorker } from '../voices/voice-worker.js';
import { AttachmentCollector } from './attachment-collector.js';
import { AttachmentFacts } from './attachment-facts.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsService } from './attachments.service.js';
import { MediaLinks } from './media-links.js';
import { References } from './references.js';
import { StagingService } from './staging.service.js';
import { UploadsController } from './uploads.controller.js';

/** What two people share: pictures, films, voice notes and files of their messages. */
@Module({
  controllers: [UploadsController, AttachmentsController],
  providers: [AttachmentsService, References, StagingService, MediaLinks, AttachmentFacts, AttachmentCollector, CouplesService, CoupleFacts, FilePreparer, VoiceJobs, VoiceWorker],
  exports: [AttachmentsService, CouplesService, References],
})
export class AttachmentsModule {}
