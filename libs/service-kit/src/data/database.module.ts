import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { FactsConsumer } from '../facts/facts-consumer.js';
import { Health } from '../observe/health.js';
import { DatabaseMetrics } from './database-metrics.js';
import { FactErasure } from './fact-erasure.js';
import { Outbox } from './outbox.js';
import { OutboxRelay } from './outbox-relay.js';

/** A service's database with its outbox and the facts it keeps from others. */
@Global()
@Module({})
export class DatabaseModule {
  constructor(@InjectDataSource() database: DataSource, health: Health) {
    health.add('postgres', async () => {
      await database.query('SELECT 1');
      return true;
    });
  }

  static forRoot(options: DataSourceOptions): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [DiscoveryModule, TypeOrmModule.forRoot({ ...options, retryAttempts: 20, retryDelay: 500 })],
      providers: [Outbox, OutboxRelay, FactsConsumer, FactErasure, DatabaseMetrics],
      exports: [Outbox, FactErasure, TypeOrmModule],
    };
  }
}
