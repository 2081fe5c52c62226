import { DataSource, type DataSourceOptions, type EntityManager, type MigrationInterface } from 'typeorm';
import { DeadLetter, OutboxRow } from './outbox.entity.js';

type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

interface ServiceDatabase {
  /** The service, which is also its schema's name. */
  service: string;
  url: string;
  poolSize?: number;
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  onPoolError?: (cause: Error) => void;
}

/** Statements end after 4 s and waits for a lock after 2 s, inside the 5 s that a call has. */
const SESSION_SETTINGS = '-c statement_timeout=4000 -c lock_timeout=2000 -c synchronous_commit=on -c idle_in_transaction_session_timeout=10000';

/** A service's TypeORM settings: its own schema and role, migrations only, never `synchronize`. */
export function dataSourceOptions(database: ServiceDatabase): PostgresOptions {
  return {
    type: 'postgres',
    url: database.url,
    schema: database.service,
    synchronize: false,
    migrationsRun: false,
    migrationsTableName: 'migrations',
    entities: [...database.entities, OutboxRow, DeadLetter],
    migrations: database.migrations,
    poolSize: database.poolSize ?? 10,
    poolErrorHandler: database.onPoolError ?? (() => undefined),
    applicationName: `duet-${database.service}`,
    extra: { options: SESSION_SETTINGS, connectionTimeoutMillis: 3_000, idleTimeoutMillis: 60_000, keepAlive: true },
  };
}

/** Two one-shot migrators must not run at once; the number only has to be ours and unlike the relay's. */
const MIGRATION_LOCK = 0x0d0e8;

/** Brings a service's schema up to date, one migrator at a time. @returns the names of the migrations it ran. */
export async function migrate(options: PostgresOptions): Promise<string[]> {
  const database = await new DataSource({ ...options, extra: { options: '-c lock_timeout=30000' } }).initialize();
  try {
    const lock = database.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1, hashtext(current_schema()))', [MIGRATION_LOCK]);
    const ran = await database.runMigrations({ transaction: 'each' });
    await lock.query('SELECT pg_advisory_unlock($1, hashtext(current_schema()))', [MIGRATION_LOCK]);
    await lock.release();
    return ran.map((migration) => migration.name);
  } finally {
    await database.destroy();
  }
}

/** True when PostgreSQL refused a row for this very constraint. */
export function violates(cause: unknown, constraint: string): boolean {
  if (!(cause instanceof Error)) return false;
  const driver: unknown = 'driverError' in cause ? cause.driverError : cause;
  return typeof driver === 'object' && driver !== null && 'constraint' in driver && driver.constraint === constraint;
}

export type Tx = EntityManager;
