import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Jobs } from './jobs.js';
import type { PeriodicJob } from '../work/periodic-job.js';
import { EVENT_TABLES, type EventTables, PRUNE_STEP } from '../data/outbox.queries.js';

const PRUNE_EVERY = 5 * 60 * 1_000;

/** Deletes events that were published more than 24 hours ago, in statements that each end long before their limit. */
@Injectable()
export class OutboxPruner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(EVENT_TABLES) private readonly events: EventTables,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.periodic = jobs.periodic('prune-outbox', PRUNE_EVERY, () => this.prune());
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Deletes all expired events. @throws the first failure; what was deleted before it stays deleted */
  async prune(): Promise<void> {
    for (const { prune } of this.events.tables)
      await this.periodic.repeat(async () => (await prune(this.database)) === PRUNE_STEP);
  }
}
