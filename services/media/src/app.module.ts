import { DatabaseModule, ErrorFilter, KitModule, RpcClientModule } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { Clock } from './clock.js';
import { ClockModule } from './clock.module.js';
import type { MediaConfig } from './config.js';
import { options } from './data-source.js';
import { ExportsModule } from './exports/exports.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { StorageModule } from './storage/storage.module.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { WorkModule } from './work/work.module.js';

/** Attachments, avatars and data exports: S3 objects, what is known of them, and the way in and out for their bytes. */
@Module({})
export class AppModule {
  static forRoot(config: MediaConfig, clock = new Clock()): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot('media', config),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        StorageModule.forRoot(config),
        UploadsModule.forRoot(config),
        ClockModule.forRoot(clock),
        WorkModule,
        // It calls others as an edge does: for an export in its person's name, and to ask which files messages refer to.
        RpcClientModule.forRoot('media', config),
        AvatarsModule,
        AttachmentsModule,
        ExportsModule,
        PreviewsModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}
