import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Health } from '../observe/health.js';

/** What node-postgres tells of its pool; TypeORM keeps the pool without a type. */
interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const isPool = (value: unknown): value is PoolCounts => typeof value === 'object' && value !== null && 'waitingCount' in value && 'idleCount' in value && 'totalCount' in value;

const WAITING = 'SELECT count(*)::int AS value FROM outbox WHERE published_to IS NULL';

const OLDEST = `
  SELECT greatest(coalesce(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS value
  FROM outbox WHERE published_to IS NULL`;

/** What an operator asks a service's database: does anybody wait for a connection, and do facts pile up. */
@Injectable()
export class DatabaseMetrics {
  constructor(@InjectDataSource() private readonly database: DataSource, @Inject(Health) { metrics }: Health) {
    this.ask('duet_outbox_rows', 'Facts that wait to be published', WAITING, metrics);
    this.ask('duet_outbox_oldest_seconds', 'Age of the oldest fact that waits to be published', OLDEST, metrics);
    const connections: Gauge<'state'> = new Gauge({
      name: 'duet_postgres_connections',
      help: 'Connections of the pool by state, and callers that wait for one',
      labelNames: ['state'],
      registers: [metrics],
      collect: () => {
        const { totalCount, idleCount, waitingCount } = this.pool();
        connections.set({ state: 'busy' }, totalCount - idleCount);
        connections.set({ state: 'idle' }, idleCount);
        connections.set({ state: 'waiting' }, waitingCount);
      },
    });
  }

  /** Without the database nobody knows; readiness tells that, and the other metrics must still be read. */
  private ask(name: string, help: string, query: string, metrics: Registry): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [metrics],
      collect: async () => {
        const [row] = await this.database.query<{ value: number }[]>(query).catch(() => []);
        gauge.set(row?.value ?? Number.NaN);
      },
    });
  }

  private pool(): PoolCounts {
    const pool: unknown = Reflect.get(this.database.driver, 'master');
    return isPool(pool) ? pool : { totalCount: 0, idleCount: 0, waitingCount: 0 };
  }
}
