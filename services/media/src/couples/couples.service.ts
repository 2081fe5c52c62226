import { LIMITS } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MediaConfig } from '../config.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { Couple } from './couple.entity.js';
import { readActiveCouple } from './couple.queries.js';

/** Couples and their storage quota. */
@Injectable()
export class CouplesService {
  /** Bytes of each couple's storage quota. */
  readonly quota: number;
  private readonly erasers: ((coupleId: string) => Promise<void>)[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(MediaConfig) config: MediaConfig,
  ) {
    this.quota = config.COUPLE_BYTES ?? LIMITS.coupleBytes;
  }

  /** Adds a function that erases files of a purged couple; call it in a constructor. */
  onPurge(erase: (coupleId: string) => Promise<void>): void {
    this.erasers.push(erase);
  }

  /** The couple, active or ended; null after its purge. */
  async findCouple(coupleId: string): Promise<Couple | null> {
    return this.database.manager.findOneBy(Couple, { id: coupleId });
  }

  /** Erases everything that belongs to an ended couple, then the couple with its key. */
  async purge(coupleId: string): Promise<void> {
    for (const erase of this.erasers) await erase(coupleId);
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.delete(Couple, { id: coupleId, active: false });
      if (affected === 1) await this.keys.destroy(tx, 'couple', [coupleId]);
    });
  }

  /** Finds the couple that the user's uploads belong to. @throws AppError NO_PARTNER */
  async findActiveCouple(userId: string): Promise<string> {
    const [couple] = await readActiveCouple(this.database, [userId]);
    if (!couple) throw new AppError('NO_PARTNER');
    return couple.id;
  }

  /** A first check, before the body is read. @throws AppError QUOTA_EXCEEDED */
  async checkQuota(coupleId: string, bytes: number): Promise<void> {
    const couple = await this.database.manager.findOneBy(Couple, { id: coupleId });
    if (couple && Number(couple.bytes) + bytes > this.quota) throw new AppError('QUOTA_EXCEEDED');
  }

  /**
   * Adds bytes to the quota in the transaction that stores them. It locks the couple's row until the commit: concurrent
   * uploads cannot exceed the quota, and the couple stays active.
   * @throws AppError NO_PARTNER, QUOTA_EXCEEDED
   */
  async reserveBytes(tx: Tx, coupleId: string, bytes: number): Promise<void> {
    const couple = await tx.findOne(Couple, { where: { id: coupleId }, lock: { mode: 'pessimistic_write' } });
    if (!couple?.active) throw new AppError('NO_PARTNER');
    if (Number(couple.bytes) + bytes > this.quota) throw new AppError('QUOTA_EXCEEDED');
    await this.addBytes(tx, coupleId, bytes);
  }

  /** Changes the quota's use without a check; negative values free bytes. */
  async addBytes(tx: Tx, coupleId: string, bytes: number): Promise<void> {
    await tx.increment(Couple, { id: coupleId }, 'bytes', bytes);
  }
}
