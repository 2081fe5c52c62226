import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { ExportFacts } from './export-facts.js';
import { ExportWorker } from './export-worker.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

/** Data exports, read from the other services in their person's name. */
@Module({ imports: [AttachmentsModule], controllers: [ExportsController], providers: [ExportsService, ExportWorker, ExportFacts] })
export class ExportsModule {}
