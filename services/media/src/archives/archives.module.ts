import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { ArchivesController } from './archives.controller.js';
import { ArchivesService } from './archives.service.js';

/** Capsules as ZIP files, read from memories with their reader's token. */
@Module({ imports: [AttachmentsModule], controllers: [ArchivesController], providers: [ArchivesService] })
export class ArchivesModule {}
