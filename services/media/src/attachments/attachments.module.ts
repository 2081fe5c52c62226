import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { AttachmentCollector } from './attachment-collector.js';
import { AttachmentEventHandlers } from './attachment-event-handlers.js';
import { AttachmentsController } from './attachments.controller.js';
import { AttachmentsService } from './attachments.service.js';
import { EntityFilesController } from './entity-files.controller.js';
import { EntityFilesService } from './entity-files.service.js';
import { MediaLinks } from './media-links.js';
import { PlainAttachments } from './plain-attachments.js';
import { References } from './references.js';
import { StorageUseController } from './storage-use.controller.js';
import { StorageUseService } from './storage-use.service.js';

/** The pictures, videos, voice notes and files of messages and entities. */
@Module({
  imports: [CouplesModule],
  controllers: [AttachmentsController, EntityFilesController, StorageUseController],
  providers: [
    AttachmentsService,
    EntityFilesService,
    References,
    MediaLinks,
    PlainAttachments,
    AttachmentEventHandlers,
    AttachmentCollector,
    StorageUseService,
  ],
  exports: [AttachmentsService, CouplesModule, EntityFilesService, MediaLinks, References],
})
export class AttachmentsModule {}
