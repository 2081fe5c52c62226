import { type MonoTypeOperatorFunction, defer, lastValueFrom, retry, throwError, timer } from 'rxjs';
import {
  DataSource,
  type DataSourceOptions,
  type EntityManager,
  MigrationExecutor,
  type MigrationInterface,
} from 'typeorm';
import { databaseIsBusy, databaseIsLost } from '../errors/database-errors.js';
import { DeadLetter, OutboxRow } from './outbox.entity.js';
import { JobRow } from './job.entity.js';
import { CurrentClient } from './current-client.js';
import { WatchedSocket } from './watched-socket.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

interface ServiceDatabase {
  /** The service's name, which is also the name of its schema. */
  service: string;
  url: string;
  poolSize?: number;
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  onPoolError?: (cause: Error) => void;
}

/** Milliseconds until the client gives up a statement. Longer than the server's own limit, which a frozen server does not enforce. */
const QUERY_TIMEOUT = 6_000;

/**
 * Limits statements to 4 s and lock waits to 2 s: less than the 5 s of a call. Every statement is short, and compiling one
 * (`jit`) would take longer than running it. By default the planner takes single pages for four times as expensive as rows of
 * them, as on a turning disk, and reads small tables whole instead of by their index (docs/decisions/0122).
 */
const SESSION_SETTINGS =
  '-c statement_timeout=4000 -c lock_timeout=2000 -c synchronous_commit=on -c idle_in_transaction_session_timeout=10000 -c jit=off -c random_page_cost=1.1';

/** TypeORM's options for a service: its own schema and role, changed by migrations only. */
export function dataSourceOptions(database: ServiceDatabase): PostgresOptions {
  return {
    type: 'postgres',
    url: database.url,
    schema: database.service,
    synchronize: false,
    migrationsRun: false,
    migrationsTableName: 'migrations',
    entities: [...database.entities, OutboxRow, DeadLetter, JobRow],
    migrations: database.migrations,
    poolSize: database.poolSize ?? 10,
    poolErrorHandler: database.onPoolError ?? (() => undefined),
    applicationName: `duet-${database.service}`,
    extra: {
      options: SESSION_SETTINGS,
      connectionTimeoutMillis: 3_000,
      query_timeout: QUERY_TIMEOUT,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Statements of one transaction that do not wait for each other travel together.
      pipeline: true,
      Client: CurrentClient,
      stream: () => new WatchedSocket(),
    },
  };
}

/** Advisory lock of the migrators, which must not run at the same time. Any number other than the relay's. */
const MIGRATION_LOCK = 0x0d0e8;

/**
 * A migration that waits for the lock of a table makes every later statement on that table wait as well, and those give up after
 * 2 s. So it waits for one second and begins again after two, in milliseconds, as often as this.
 */
const LOCK_WAIT = { limit: 1_000, pause: 2_000, times: 100 };

/** PostgreSQL may restart while a new version is installed. In milliseconds, and how often. */
const START_WAIT = { pause: 1_000, times: 120 };

/**
 * Runs a service's pending migrations under an advisory lock. Waits two minutes for a database that does not answer yet.
 * @returns their names. @throws when the lock is not free within 30 s
 */
export async function migrate(options: PostgresOptions): Promise<string[]> {
  const settings = { options: `-c lock_timeout=${LOCK_WAIT.limit}`, connectionTimeoutMillis: 10_000 };
  const database = await lastValueFrom(
    defer(() => new DataSource({ ...options, extra: settings }).initialize()).pipe(again(START_WAIT, databaseIsLost)),
  );
  try {
    const lock = database.createQueryRunner();
    await lock.query(`SET lock_timeout = '30s'`);
    await lock.query('SELECT pg_advisory_lock($1, hashtext(current_schema()))', [MIGRATION_LOCK]);
    const pending = await new MigrationExecutor(database).getPendingMigrations();
    await lastValueFrom(
      defer(() => database.runMigrations({ transaction: 'each' })).pipe(again(LOCK_WAIT, databaseIsBusy)),
    );
    await lock.query('SELECT pg_advisory_unlock($1, hashtext(current_schema()))', [MIGRATION_LOCK]);
    await lock.release();
    return pending.map((migration) => migration.name);
  } finally {
    await database.destroy();
  }
}

/** Repeats what failed for a passing reason. Committed migrations are not pending any more, so the next attempt goes on with the one that waited. */
const again = <T>(
  wait: { pause: number; times: number },
  passes: (cause: unknown) => boolean,
): MonoTypeOperatorFunction<T> =>
  retry({ count: wait.times, delay: (cause) => (passes(cause) ? timer(wait.pause) : throwError(() => cause)) });

/** Returns whether PostgreSQL refused a row because of this constraint. */
export function violates(cause: unknown, constraint: string): boolean {
  if (!(cause instanceof Error)) return false;
  const driver: unknown = 'driverError' in cause ? cause.driverError : cause;
  return typeof driver === 'object' && driver !== null && 'constraint' in driver && driver.constraint === constraint;
}

/** An open transaction. */
export type Tx = EntityManager;
