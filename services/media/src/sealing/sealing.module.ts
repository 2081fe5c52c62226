import { Global, Module } from '@nestjs/common';
import { DataKeys } from './data-keys.service.js';
import { InstallationKeys } from './installation-keys.js';
import { JobLeases } from './job-leases.js';
import { PlainObjects } from './plain-objects.js';
import { SealedObjects } from './sealed-objects.js';
import { SealingJob } from './sealing-job.js';

/** Sealed objects, their keys, and the job that seals older objects and keys. */
@Global()
@Module({
  providers: [InstallationKeys, DataKeys, SealedObjects, JobLeases, PlainObjects, SealingJob],
  exports: [DataKeys, SealedObjects, PlainObjects],
})
export class SealingModule {}
