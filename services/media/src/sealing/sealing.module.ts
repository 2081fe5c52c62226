import { InstallationKeys } from '@duet/service-kit';
import { Global, Module } from '@nestjs/common';
import { MediaConfig } from '../config.js';
import { DataKeys } from './data-keys.service.js';
import { JobLeases } from './job-leases.js';
import { mediaKeys } from './media-keys.js';
import { PlainObjects } from './plain-objects.js';
import { SealedObjects } from './sealed-objects.js';
import { SealingJob } from './sealing-job.js';

/** Sealed objects, their keys, and the job that seals older objects and keys. */
@Global()
@Module({
  providers: [
    { provide: InstallationKeys, inject: [MediaConfig], useFactory: mediaKeys },
    DataKeys,
    SealedObjects,
    JobLeases,
    PlainObjects,
    SealingJob,
  ],
  exports: [DataKeys, SealedObjects, PlainObjects],
})
export class SealingModule {}
