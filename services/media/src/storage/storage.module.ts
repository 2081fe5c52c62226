import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MediaConfig } from '../config.js';
import { DoomedObjects } from './doomed-objects.service.js';
import { ObjectStore } from './object-store.js';

/** Objects in S3, and the promise that none is left behind. */
@Global()
@Module({})
export class StorageModule {
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: StorageModule,
      providers: [{ provide: MediaConfig, useValue: config }, ObjectStore, DoomedObjects],
      exports: [MediaConfig, ObjectStore, DoomedObjects],
    };
  }
}
