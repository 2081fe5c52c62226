import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { VoicesModule } from '../voices/voices.module.js';
import { EntityCopies } from './entity-copies.js';
import { EntityUploadsController } from './entity-uploads.controller.js';
import { FilePreparer } from './file-preparer.js';
import { StagingService } from './staging.service.js';
import { UploadReceiver } from './upload-receiver.js';
import { UploadsController } from './uploads.controller.js';

/** Receives uploads, prepares their files and stages them for a message or an entity. */
@Module({
  imports: [AttachmentsModule, VoicesModule],
  controllers: [UploadsController, EntityUploadsController],
  providers: [EntityCopies, FilePreparer, StagingService, UploadReceiver],
})
export class StagingModule {}
