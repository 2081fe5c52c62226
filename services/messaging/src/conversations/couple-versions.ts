import { EventEmitter, once } from 'node:events';
import { AppError } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** How long an edge waits for its own write to arrive here, in milliseconds. */
const PATIENCE = 2_000;

/** Another replica may have applied the fact, and only the database knows. */
const LOOK_EVERY = 50;

/** Lets an edge wait until a link or an unlink has arrived here. */
@Injectable()
export class CoupleVersions {
  private readonly applied = new EventEmitter().setMaxListeners(0);

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Call after the commit. */
  announce(coupleId: string): void {
    this.applied.emit(coupleId);
  }

  /** @throws AppError TIMEOUT when this version of the couple did not arrive in time. */
  async settled(coupleId: string, version: number): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    while (Date.now() < deadline) {
      // Listening starts before the look, so that nothing slips in between.
      const news = once(this.applied, coupleId, { signal: AbortSignal.timeout(LOOK_EVERY) }).catch(() => undefined);
      if (await this.has(coupleId, version)) return;
      await news;
    }
    throw new AppError('TIMEOUT');
  }

  private async has(coupleId: string, version: number): Promise<boolean> {
    const found = await this.database.query<unknown[]>('SELECT 1 FROM conversations WHERE id = $1 AND couple_version >= $2', [coupleId, version]);
    return found.length > 0;
  }
}
