import { LIMITS } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { MediaConfig } from '../config.js';

/** A person's present couple: the newest, should the end of the one before not be known yet. */
const ACTIVE = 'SELECT id FROM couples WHERE active AND (member_a = $1 OR member_b = $1) ORDER BY linked_at DESC LIMIT 1';

/** Who shares files with whom, and how many bytes they still may. */
@Injectable()
export class CouplesService {
  private readonly limit: number;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(MediaConfig) config: MediaConfig,
  ) {
    this.limit = config.COUPLE_BYTES ?? LIMITS.coupleBytes;
  }

  /** @throws AppError NO_PARTNER */
  async of(userId: string): Promise<string> {
    const [couple] = await this.database.query<{ id: string }[]>(ACTIVE, [userId]);
    if (!couple) throw new AppError('NO_PARTNER');
    return couple.id;
  }

  /** Before so many bytes are even read. @throws AppError QUOTA_EXCEEDED */
  async makeSureOfRoom(coupleId: string, bytes: number): Promise<void> {
    const [couple] = await this.database.query<{ bytes: string }[]>('SELECT bytes FROM couples WHERE id = $1', [coupleId]);
    if (couple && Number(couple.bytes) + bytes > this.limit) throw new AppError('QUOTA_EXCEEDED');
  }

  /**
   * Takes room, in the transaction that fills it. The row is held until its end: two uploads cannot take the same room,
   * and a couple that is active here is so until the commit.
   * @throws AppError NO_PARTNER, QUOTA_EXCEEDED
   */
  async take(tx: Tx, coupleId: string, bytes: number): Promise<void> {
    const [couple] = await tx.query<{ active: boolean; bytes: string }[]>('SELECT active, bytes FROM couples WHERE id = $1 FOR UPDATE', [coupleId]);
    if (!couple?.active) throw new AppError('NO_PARTNER');
    if (Number(couple.bytes) + bytes > this.limit) throw new AppError('QUOTA_EXCEEDED');
    await this.add(tx, coupleId, bytes);
  }

  /** Room that is used or given back, whatever the limit. */
  async add(tx: Tx, coupleId: string, bytes: number): Promise<void> {
    await tx.query('UPDATE couples SET bytes = bytes + $2 WHERE id = $1', [coupleId, bytes]);
  }
}
