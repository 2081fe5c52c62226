import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { EventConsumer } from './events/event-consumer.js';
import { Jobs } from './jobs/jobs.js';
import { Health } from './observe/health.js';
import { ping } from './data/database.queries.js';
import { DatabaseMetrics } from './data/database-metrics.js';
import { DatabaseTime } from './data/database-time.js';
import { EventErasure } from './data/event-erasure.js';
import { Outbox } from './data/outbox.js';
import { EVENT_TABLES, type EventTables, OUTBOX_ALONE } from './data/outbox.queries.js';
import { OutboxPruner } from './jobs/outbox-pruner.js';
import { OutboxRelay } from './data/outbox-relay.js';
import { Transactions } from './data/unit-of-work.js';

/** A service's database, with its outbox, event consumers and jobs. */
@Global()
@Module({})
export class DatabaseModule {
  constructor(@InjectDataSource() database: DataSource, health: Health) {
    health.add('postgres', async () => {
      await ping(database);
      return true;
    });
  }

  /**
   * @param options as `dataSourceOptions` returns them. At the start it tries twenty times to connect
   * @param events the tables that the relay publishes
   */
  static forRoot(options: DataSourceOptions, events: EventTables = OUTBOX_ALONE): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [DiscoveryModule, TypeOrmModule.forRoot({ ...options, retryAttempts: 20, retryDelay: 500 })],
      providers: [
        { provide: EVENT_TABLES, useValue: events },
        Outbox,
        OutboxRelay,
        OutboxPruner,
        Transactions,
        Jobs,
        EventConsumer,
        EventErasure,
        DatabaseMetrics,
        DatabaseTime,
      ],
      exports: [Outbox, Transactions, Jobs, EventErasure, TypeOrmModule],
    };
  }
}
