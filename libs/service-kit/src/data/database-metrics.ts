import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Health } from '../observe/health.js';
import { EVENT_TABLES, type EventTable, type EventTables } from './outbox.queries.js';

/** The counters of node-postgres's pool, which TypeORM exposes without a type. */
interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

const isPool = (value: unknown): value is PoolCounts =>
  typeof value === 'object' &&
  value !== null &&
  'waitingCount' in value &&
  'idleCount' in value &&
  'totalCount' in value;

const sumOf =
  <Name extends string>(name: Name) =>
  (rows: readonly Record<Name, number>[]): number =>
    rows.reduce((sum, row) => sum + row[name], 0);

const mostOf =
  <Name extends string>(name: Name) =>
  (rows: readonly Record<Name, number>[]): number =>
    Math.max(0, ...rows.map((row) => row[name]));

/** Metrics of a service's database: connections of the pool, and the backlog and size of the outbox. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Health) { metrics }: Health,
    @Inject(EVENT_TABLES) private readonly events: EventTables,
  ) {
    const rows: Gauge = new Gauge({
      name: 'duet_outbox_rows',
      help: 'Rows of the outbox that are not published yet, with the groups of messages',
      registers: [metrics],
      collect: async () => rows.set(await this.inAll(({ countWaiting }) => countWaiting, sumOf('rows'))),
    });
    const oldest: Gauge = new Gauge({
      name: 'duet_outbox_oldest_seconds',
      help: 'Age of the oldest row in the outbox that is not published yet',
      registers: [metrics],
      collect: async () => oldest.set(await this.inAll(({ countWaiting }) => countWaiting, mostOf('age'))),
    });
    const bytes: Gauge = new Gauge({
      name: 'duet_outbox_bytes',
      help: 'Size of the outbox with its indexes, published events included',
      registers: [metrics],
      collect: async () => bytes.set(await this.inAll(({ measureKept }) => measureKept, sumOf('bytes'))),
    });
    const oldestKept: Gauge = new Gauge({
      name: 'duet_outbox_oldest_published_seconds',
      help: 'Time since the oldest event that is still in the outbox was published',
      registers: [metrics],
      collect: async () => oldestKept.set(await this.inAll(({ measureKept }) => measureKept, mostOf('age'))),
    });
    const connections: Gauge<'state'> = new Gauge({
      name: 'duet_postgres_connections',
      help: 'Connections of the pool by state, and callers that wait for a connection',
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

  /** One figure of all tables of events. Without the database it is NaN: the scrape must not fail, and readiness shows the outage. */
  private inAll<Row>(
    read: (table: EventTable) => (database: DataSource) => Promise<Row[]>,
    join: (rows: readonly Row[]) => number,
  ): Promise<number> {
    return Promise.all(this.events.tables.map((table) => read(table)(this.database)))
      .then((rows) => join(rows.flat()))
      .catch(() => Number.NaN);
  }

  private pool(): PoolCounts {
    const pool: unknown = Reflect.get(this.database.driver, 'master');
    return isPool(pool) ? pool : { totalCount: 0, idleCount: 0, waitingCount: 0 };
  }
}
