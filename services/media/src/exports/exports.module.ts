import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { AvatarsModule } from '../avatars/avatars.module.js';
import { ExportEventHandlers } from './export-event-handlers.js';
import { ExportWorker } from './export-worker.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';
import { PlainExports } from './plain-exports.js';

/** Data exports, read from the other services with their user's token. */
@Module({
  imports: [AttachmentsModule, AvatarsModule],
  controllers: [ExportsController],
  providers: [ExportsService, ExportWorker, ExportEventHandlers, PlainExports],
})
export class ExportsModule {}
