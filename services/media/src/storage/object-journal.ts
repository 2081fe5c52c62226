import { Jobs, type PeriodicJob, type Tx } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { addEntries, deleteOlderThan } from './object-journal.queries.js';

const PRUNE_EVERY = 60 * 60_000;

/** The backup lists the whole bucket once a day; it misses nothing while entries live longer than that. */
const RETENTION_HOURS = 48;

/** Records which objects were stored and removed, for the backup. */
@Injectable()
export class ObjectJournal implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('prune-object-journal', PRUNE_EVERY, () => this.prune());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Call in the transaction that refers to the objects. */
  async recordStored(tx: Tx, names: readonly string[]): Promise<void> {
    await addEntries(tx, [names, false]);
  }

  /** Call after the bucket has removed the objects. */
  async recordRemoved(tx: Tx, names: readonly string[]): Promise<void> {
    await addEntries(tx, [names, true]);
  }

  async prune(): Promise<void> {
    await deleteOlderThan(this.database, [RETENTION_HOURS]);
  }
}
