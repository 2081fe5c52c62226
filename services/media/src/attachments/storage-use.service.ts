import { LIMITS, type StorageUse } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CouplesService } from '../couples/couples.service.js';
import { type UsedBytes, readUsedBytes } from './storage-use.queries.js';

/** Sums up the files that use a couple's storage quota. */
@Injectable()
export class StorageUseService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** @throws AppError NO_PARTNER */
  async read(userId: string): Promise<StorageUse> {
    const coupleId = await this.couples.findActiveCouple(userId);
    const rows = await readUsedBytes(this.database, [coupleId, userId]);
    const sumOf = (type: UsedBytes['ownerType']): number =>
      rows.filter(({ ownerType }) => ownerType === type).reduce((sum, row) => sum + visibleBytes(row), 0);
    const [messages, memories] = [sumOf(null), sumOf('capsule')];
    const [challenges, stories] = [sumOf('challenge'), sumOf('story')];
    const used = messages + memories + challenges + stories;
    return { quota: this.couples.quota, used, messages, memories, challenges, stories };
  }
}

/**
 * Whole steps of the partner's bytes: their files may be sealed or a surprise. They are rounded before own bytes are added,
 * because a person could otherwise find the exact sum by uploads of known sizes.
 */
function visibleBytes({ isOwn, bytes }: UsedBytes): number {
  const exact = Number(bytes);
  return isOwn ? exact : Math.floor(exact / LIMITS.storageStep) * LIMITS.storageStep;
}
