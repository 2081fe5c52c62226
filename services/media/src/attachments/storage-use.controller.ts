import type { Actor, StorageUse } from '@duet/contracts';
import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { BearerActor, BearerGuard } from '../http/bearer.guard.js';
import { StorageUseService } from './storage-use.service.js';

/** The use of the quota of the caller's couple, for the gateway. */
@Controller('storage-use')
@UseGuards(BearerGuard)
export class StorageUseController {
  constructor(@Inject(StorageUseService) private readonly storage: StorageUseService) {}

  @Get()
  async read(@BearerActor() { userId }: Actor): Promise<{ success: true; data: StorageUse }> {
    return { success: true, data: await this.storage.read(userId) };
  }
}
