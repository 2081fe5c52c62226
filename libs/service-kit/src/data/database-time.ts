import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LOGGER, type Log } from '../observe/tokens.js';
import { Clock, monotonicNow } from '../work/clock.js';
import { PeriodicJob } from '../work/periodic-job.js';
import { readTime } from './database.queries.js';

const READ_EVERY = 10_000;

/** Milliseconds. Smaller corrections are jitter of the network or of a busy machine. */
const NOTABLE = 1_000;

/** Makes the process's clock follow the database's, so that leases and due times mean the same to all replicas. */
@Injectable()
export class DatabaseTime implements OnModuleInit, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    // Without the database the clock runs on unchanged.
    this.periodic = new PeriodicJob(
      READ_EVERY,
      () => this.read(),
      (cause) => log.warn({ err: cause }, 'database clock read failed'),
    );
  }

  async onModuleInit(): Promise<void> {
    await this.periodic.run();
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  private async read(): Promise<void> {
    const sent = monotonicNow();
    const [reading] = await readTime(this.database);
    if (!reading) return;
    const by = this.clock.follow(reading.epochMs, sent, monotonicNow());
    if (Math.abs(by) >= NOTABLE) this.log.warn({ milliseconds: Math.round(by) }, 'process clock corrected');
  }
}
