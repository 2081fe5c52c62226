import { type DynamicModule, Global, Module } from '@nestjs/common';
import { MediaConfig } from '../config.js';
import { ObjectDeletionQueue } from './object-deletion-queue.js';
import { ObjectJournal } from './object-journal.js';
import { ObjectStore } from './object-store.js';

/** Objects in S3, and the queue that deletes unreferenced ones. */
@Global()
@Module({})
export class StorageModule {
  static forRoot(config: MediaConfig): DynamicModule {
    return {
      module: StorageModule,
      providers: [{ provide: MediaConfig, useValue: config }, ObjectStore, ObjectJournal, ObjectDeletionQueue],
      exports: [MediaConfig, ObjectStore, ObjectDeletionQueue],
    };
  }
}
