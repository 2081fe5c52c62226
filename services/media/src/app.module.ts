import { type Clock, DatabaseModule, ErrorFilter, KitModule, RpcClientModule, domainClock } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ArchivesModule } from './archives/archives.module.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { bus } from './bus.js';
import type { MediaConfig } from './config.js';
import { options } from './data-source.js';
import { ExportsModule } from './exports/exports.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { RestitutionsModule } from './restitutions/restitutions.module.js';
import { SealingModule } from './sealing/sealing.module.js';
import { StagingModule } from './staging/staging.module.js';
import { StorageModule } from './storage/storage.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { WorkModule } from './work/work.module.js';

/** Files and their S3 objects: attachments, avatars, previews, exports, archives, restitutions, reports. */
@Module({})
export class AppModule {
  static forRoot(config: MediaConfig, clock: Clock = domainClock(config)): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot(bus, config, clock),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        StorageModule.forRoot(config),
        SealingModule,
        UploadsModule.forRoot(config),
        WorkModule,
        // Exports read the other services with their user's token; collectors ask which files messages refer to.
        RpcClientModule,
        ArchivesModule,
        AvatarsModule,
        AttachmentsModule,
        ExportsModule,
        RestitutionsModule,
        ReportsModule,
        PreviewsModule,
        StagingModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}
