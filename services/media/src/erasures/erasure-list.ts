import { Readable } from 'node:stream';
import { LOGGER, type Log, PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ObjectStore } from '../storage/object-store.js';
import { ErasedUser } from './erased-user.entity.js';
import { type UnlistedErasure, readUnlisted } from './erased-user.queries.js';

const EVERY = 10_000;
const BATCH = 100;

/** `infra/deploy/backup/erasures.mjs` reads these names. */
const nameOf = (userId: string): string => `erased-user-${userId}`;

/**
 * Lists deleted users in the bucket, one small object each with the id in its name: a restore of the database applies the
 * list again. `listed` is false until the object is stored and read back.
 */
@Injectable()
export class ErasureList implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.periodic = new PeriodicJob(
      EVERY,
      () => this.listAll(),
      (cause) => this.logFailure(cause),
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Writes unlisted erasures, or joins a run under way. The next run repeats what failed. */
  async list(): Promise<void> {
    await this.periodic.run().catch((cause: unknown) => this.logFailure(cause));
  }

  private async listAll(): Promise<void> {
    for (let count = BATCH; count === BATCH;) {
      const waiting = await readUnlisted(this.database, [BATCH]);
      for (const erasure of waiting) await this.write(erasure);
      count = waiting.length;
    }
  }

  private async write({ userId, erasedAt }: UnlistedErasure): Promise<void> {
    const content = Buffer.from(`${erasedAt.toISOString()}\n`);
    await this.store.put(nameOf(userId), Readable.from([content]), content.length);
    const found = await this.store.range(nameOf(userId), 0, content.length);
    if (!found?.equals(content)) throw new Error('S3 did not return the stored erasure');
    await this.database.manager.update(ErasedUser, { userId }, { listed: true });
  }

  private logFailure(cause: unknown): void {
    this.log.warn({ err: cause }, 'erasure list write failed');
  }
}
