import 'reflect-metadata';
import { type FreshDatabase, freshDatabase } from '@duet/testing';
import { DataSource } from 'typeorm';
import { DatabaseMetrics } from '../src/data/database-metrics.js';
import { OutboxPruner } from '../src/jobs/outbox-pruner.js';
import { OUTBOX_ALONE, PRUNE_STEP } from '../src/data/outbox.queries.js';
import { Clock, Health, Jobs, createLogger, dataSourceOptions } from '../src/index.js';

const EXPIRED = 50_000;
const log = createLogger('test', 'silent');

let database: FreshDatabase;
let source: DataSource;

beforeEach(async () => {
  database = await freshDatabase('pairing');
  source = await new DataSource(
    dataSourceOptions({ service: 'pairing', url: database.url, entities: [], migrations: [] }),
  ).initialize();
  await source.synchronize();
});

afterEach(async () => {
  await source.destroy();
  await database.drop();
});

const aPruner = (): OutboxPruner =>
  new OutboxPruner(source, OUTBOX_ALONE, new Jobs(source, new Clock(), log, new Health('test')));

/** Adds events that were published some hours ago, or are unpublished. */
async function addEvents(count: number, hours: number | null): Promise<void> {
  await source.query(
    `INSERT INTO outbox (envelope, published_to, published_at)
     SELECT jsonb_build_object('id', n, 'hours', $2::float8), CASE WHEN $2 IS NULL THEN NULL ELSE 'stream' END, now() - $2 * interval '1 hour'
     FROM generate_series(1, $1::int) AS n`,
    [count, hours],
  );
}

/** Records how many rows each statement deletes. */
async function recordDeletions(): Promise<void> {
  await source.query('CREATE TABLE deletions (rows integer)');
  await source.query(
    'CREATE FUNCTION log_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO deletions SELECT count(*) FROM gone; RETURN NULL; END $$',
  );
  await source.query(
    'CREATE TRIGGER log_deletion AFTER DELETE ON outbox REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION log_deletion()',
  );
}

const remaining = async (): Promise<(number | null)[]> =>
  (
    await source.query<{ hours: number | null }[]>(
      "SELECT DISTINCT (envelope->>'hours')::float8 AS hours FROM outbox ORDER BY 1",
    )
  ).map(({ hours }) => hours);

const metricsOf = async (health: Health): Promise<Record<string, number>> =>
  Object.fromEntries(
    [...(await health.metrics.metrics()).matchAll(/^(duet_outbox_\w+)(?:\{.*\})? (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  );

describe('the outbox', () => {
  it('loses events that were published a day ago, a bounded number with each statement', async () => {
    await addEvents(EXPIRED, 25);
    await addEvents(10, 23);
    await addEvents(10, null);
    await recordDeletions();
    await aPruner().prune();
    expect(await remaining()).toEqual([23, null]);
    const [found] = await source.query<{ most: number; sum: number }[]>(
      'SELECT max(rows)::int AS most, sum(rows)::int AS sum FROM deletions',
    );
    expect(found).toEqual({ most: PRUNE_STEP, sum: EXPIRED });
  }, 60_000);

  it('passes over rows that another transaction holds', async () => {
    await addEvents(10, 25);
    const other = source.createQueryRunner();
    await other.startTransaction();
    try {
      await other.query('SELECT FROM outbox ORDER BY id LIMIT 1 FOR UPDATE');
      await aPruner().prune();
      expect(await source.query('SELECT count(*)::int AS n FROM outbox')).toEqual([{ n: 1 }]);
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
    await aPruner().prune();
    expect(await remaining()).toEqual([]);
  });

  it('ends its pruning with its process', async () => {
    await addEvents(PRUNE_STEP + 1, 25);
    const pruner = aPruner();
    await pruner.onModuleDestroy();
    await pruner.prune();
    expect(await remaining()).toEqual([25]);
  });

  it('shows its size and the age of its oldest published event', async () => {
    const health = new Health('test');
    expect(new DatabaseMetrics(source, health, OUTBOX_ALONE)).toBeDefined();
    const before = await metricsOf(health);
    expect(before.duet_outbox_oldest_published_seconds).toBe(0);
    await addEvents(5_000, 30);
    const after = await metricsOf(health);
    expect(after.duet_outbox_bytes).toBeGreaterThan((before.duet_outbox_bytes ?? Number.NaN) + 5_000 * 50);
    expect(Math.round((after.duet_outbox_oldest_published_seconds ?? 0) / 3_600)).toBe(30);
  });
});
