import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { MediaConfig } from '../config.js';
import { PreviewEventHandlers } from './preview-event-handlers.js';
import { PreviewJobs } from './preview-jobs.service.js';
import { PreviewMaker } from './preview-maker.js';
import { PreviewWorker } from './preview-worker.js';
import { ANYWHERE, PUBLIC } from './site-address.js';
import { SiteClient } from './site-client.js';

/** A link preview must never read from the object store, also when its address is public. */
const sites = {
  provide: SiteClient,
  inject: [MediaConfig],
  useFactory: ({ PREVIEWS_OF_PRIVATE_ADDRESSES, S3_ENDPOINT }: MediaConfig) =>
    new SiteClient({
      ...(PREVIEWS_OF_PRIVATE_ADDRESSES === 'yes' ? ANYWHERE : PUBLIC),
      refused: [new URL(S3_ENDPOINT).host],
    }),
};

/** Link previews. */
@Module({
  imports: [AttachmentsModule],
  providers: [sites, PreviewEventHandlers, PreviewJobs, PreviewMaker, PreviewWorker],
})
export class PreviewsModule {}
