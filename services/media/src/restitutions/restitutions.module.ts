import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { RestitutionEventHandlers } from './restitution-event-handlers.js';
import { RestitutionSource } from './restitution-source.js';
import { RestitutionWorker } from './restitution-worker.js';
import { RestitutionsController } from './restitutions.controller.js';
import { RestitutionsService } from './restitutions.service.js';

/** The purge of couples, and what their members get back. */
@Module({
  imports: [AttachmentsModule],
  controllers: [RestitutionsController],
  providers: [RestitutionsService, RestitutionSource, RestitutionWorker, RestitutionEventHandlers],
})
export class RestitutionsModule {}
