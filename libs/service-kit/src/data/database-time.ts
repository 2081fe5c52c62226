import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LOGGER, type Log } from '../observe/tokens.js';
import { monotonicNow } from '../work/clock.js';
import { PeriodicJob } from '../work/periodic-job.js';
import { ReferenceTime } from '../work/reference-time.js';
import { readTime } from './database.queries.js';

const READ_EVERY = 10_000;

/** Reads the database's clock at the start and every few seconds. */
@Injectable()
export class DatabaseTime implements OnModuleInit, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ReferenceTime) private readonly reference: ReferenceTime,
    @Inject(LOGGER) log: Log,
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
    if (reading) this.reference.readDatabase(reading.epochMs, sent);
  }
}
