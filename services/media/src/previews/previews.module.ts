import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { MediaConfig } from '../config.js';
import { PreviewFacts } from './preview-facts.js';
import { PreviewJobs } from './preview-jobs.service.js';
import { PreviewMaker } from './preview-maker.js';
import { PreviewWorker } from './preview-worker.js';
import { ANYWHERE, PUBLIC } from './site-address.js';
import { SiteClient } from './site-client.js';

/** Our own store is nobody's site, wherever it is. */
const sites = {
  provide: SiteClient,
  inject: [MediaConfig],
  useFactory: ({ PREVIEWS_OF_PRIVATE_ADDRESSES, S3_ENDPOINT }: MediaConfig) =>
    new SiteClient({ ...(PREVIEWS_OF_PRIVATE_ADDRESSES === 'yes' ? ANYWHERE : PUBLIC), refused: [new URL(S3_ENDPOINT).host] }),
};

/** What the pages behind links say of themselves. */
@Module({ imports: [AttachmentsModule], providers: [sites, PreviewFacts, PreviewJobs, PreviewMaker, PreviewWorker] })
export class PreviewsModule {}
