import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Health } from '../observe/health.js';

/** What node-postgres tells of its pool; TypeORM keeps the pool without a type. */
interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const isPool = (value: unknown): value is PoolCounts => typeof value === 'object' && value !== null && 'waitingCount' in value && 'idleCount' in value && 'totalCount' in value;

interface Backlog {
  rows: number;
  age: number;
}

const UNKNOWN: Backlog = { rows: Number.NaN, age: Number.NaN };

const BACKLOG = `
  SELECT count(*)::int AS rows, greatest(coalesce(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS age
  FROM outbox WHERE published_to IS NULL`;

/** What an operator asks a service's database: does anybody wait for a connection, and do facts pile up. */
@Injectable()
export class DatabaseMetrics {
  constructor(@InjectDataSource() private readonly database: DataSource, @Inject(Health) { metrics }: Health) {
    const rows = new Gauge({ name: 'duet_outbox_rows', help: 'Facts that wait to be published', registers: [metrics] });
    const age: Gauge = new Gauge({
      name: 'duet_outbox_oldest_seconds',
      help: 'Age of the oldest fact that waits to be published',
      registers: [metrics],
      collect: async () => {
        // Without the database nobody knows; readiness tells that, and the other metrics must still be read.
        const [backlog] = await this.database.query<[Backlog]>(BACKLOG).catch((): [Backlog] => [UNKNOWN]);
        rows.set(backlog.rows);
        age.set(backlog.age);
      },
    });
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

  private pool(): PoolCounts {
    const pool: unknown = Reflect.get(this.database.driver, 'master');
    return isPool(pool) ? pool : { totalCount: 0, idleCount: 0, waitingCount: 0 };
  }
}
