import { ErrorFilter, DatabaseModule, KitModule } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AvatarsModule } from './avatars/avatars.module.js';
import type { MediaConfig } from './config.js';
import { options } from './data-source.js';
import { StorageModule } from './storage/storage.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** Pictures: S3 objects, what is known of them, and the way in and out for their bytes. */
@Module({})
export class AppModule {
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot('media', config),
        DatabaseModule.forRoot(options(config.DATABASE_URL, config.DATABASE_POOL)),
        StorageModule.forRoot(config),
        UploadsModule.forRoot(config),
        AvatarsModule,
      ],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
    };
  }
}
