import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge, type Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Health } from '../observe/health.js';
import { countWaiting, oldestPublished, oldestWaiting, outboxSize } from './outbox.queries.js';

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

/** Metrics of a service's database: connections of the pool, and the backlog and size of the outbox. */
@Injectable()
export class DatabaseMetrics {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Health) { metrics }: Health,
  ) {
    this.addGauge('duet_outbox_rows', 'Events in the outbox that are not published yet', countWaiting, metrics);
    this.addGauge(
      'duet_outbox_oldest_seconds',
      'Age of the oldest event in the outbox that is not published yet',
      oldestWaiting,
      metrics,
    );
    this.addGauge(
      'duet_outbox_bytes',
      'Size of the outbox with its indexes, published events included',
      outboxSize,
      metrics,
    );
    this.addGauge(
      'duet_outbox_oldest_published_seconds',
      'Time since the oldest event that is still in the outbox was published',
      oldestPublished,
      metrics,
    );
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

  /** Without the database the value is NaN: the scrape must not fail, and readiness already shows the outage. */
  private addGauge(name: string, help: string, measure: typeof countWaiting, metrics: Registry): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [metrics],
      collect: async () => {
        const [row] = await measure(this.database).catch(() => []);
        gauge.set(row?.value ?? Number.NaN);
      },
    });
  }

  private pool(): PoolCounts {
    const pool: unknown = Reflect.get(this.database.driver, 'master');
    return isPool(pool) ? pool : { totalCount: 0, idleCount: 0, waitingCount: 0 };
  }
}
