import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MediaConfig } from '../config.js';
import { UploadFolder } from './upload-folder.js';

/** Receives uploads. */
@Global()
@Module({})
export class UploadsModule {
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: UploadsModule,
      providers: [{ provide: MediaConfig, useValue: config }, UploadFolder],
      exports: [UploadFolder],
    };
  }
}
