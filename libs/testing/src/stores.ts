import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, dropDatabase, withClient } from '@duet/infra/postgres';
import { startStores } from '@duet/infra/stores';

/** The services that own a schema. */
export type DatabaseService = 'auth' | 'pairing' | 'messaging' | 'media' | 'memories' | 'challenges';

export interface FreshDatabase {
  /** The service's own role, as in production: its schema is on the search path, and it may use no other. */
  url: string;
  /** The administrator of the same database, to read rows and end sessions. */
  adminUrl: string;
  drop: () => Promise<void>;
}

export interface FreshServer {
  url: string;
  /** Kills the server with SIGKILL; it restarts by itself on the same port. */
  kill: () => Promise<void>;
  /** Stops the server until `restart`. */
  down: () => Promise<void>;
  restart: () => Promise<void>;
  /** Waits until the server answers again after `kill`. */
  ready: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface ObjectStore {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  bucket: string;
  region: string;
}

/**
 * Creates a database on the tests' PostgreSQL with the service's role and its schema.
 * @param migrate migrates the schema at this address; without it the schema is empty. It runs once per test run: later
 * databases of the service are copies of the first
 */
export async function freshDatabase(service: DatabaseService, migrate?: Migrate): Promise<FreshDatabase> {
  const server = fromEnvironment('ADMIN_DATABASE_URL');
  const database = `test_${service}_${randomBytes(6).toString('hex')}`;
  const template = migrate && (await ensureTemplate(server, service, migrate));
  // Logging each page of the copy, the default, takes three times as long.
  if (template) await query(server, `CREATE DATABASE ${database} TEMPLATE ${template.database} STRATEGY file_copy`);
  // Roles belong to the whole server, so each database has its own, or suites would change each other's password.
  const rolePrefix = `${database}_`;
  const url = await bootstrapService(server, { database, service, rolePrefix });
  const adminUrl = within(server, database);
  if (template) await query(adminUrl, `REASSIGN OWNED BY ${template.role} TO ${rolePrefix}${service}`);
  return { url, adminUrl, drop: () => dropDatabase({ adminUrl: server, database, services: [service], rolePrefix }) };
}

/** Brings the schema at this address up to date. */
export type Migrate = (databaseUrl: string) => Promise<unknown>;

/** Returns the migrated database of a service, which the first suite that needs it creates while the others wait. */
async function ensureTemplate(server: string, service: DatabaseService, migrate: Migrate) {
  const database = `template_${service}`;
  const rolePrefix = `${database}_`;
  await withClient(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [database]);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [database]);
    if (rowCount !== 0) return;
    // Left by migrations that failed.
    await dropDatabase({ adminUrl: server, database, services: [service], rolePrefix });
    await migrate(await bootstrapService(server, { database, service, rolePrefix }));
    await admin.query(`ALTER DATABASE ${database} IS_TEMPLATE true`);
  });
  return { database, role: `${rolePrefix}${service}` };
}

/** Bootstraps a database for one service. @returns the URL of the service's role */
async function bootstrapService(
  adminUrl: string,
  { database, service, rolePrefix }: { database: string; service: DatabaseService; rolePrefix: string },
): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  const urls = await bootstrap({ adminUrl, database, services: [service], rolePrefix, password: () => password });
  const url = urls[service];
  if (url === undefined) throw new Error(`no role for ${service}`);
  return url;
}

const query = (url: string, sql: string) => withClient(url, (client) => client.query(sql));

function within(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Starts a Redis server for one suite, because database numbers do not separate channels. It takes milliseconds. */
export function freshRedis(): Promise<FreshServer> {
  return freshServer('redis', 'REDIS_URL');
}

/** Starts a NATS server with JetStream for one suite, because streams and consumers have fixed names. It takes milliseconds. */
export function freshNats(): Promise<FreshServer> {
  return freshServer('nats', 'NATS_URL');
}

/** The tests' S3 server. Object keys are random, so suites share the bucket. */
export function s3(): ObjectStore {
  return {
    endpoint: fromEnvironment('S3_ENDPOINT'),
    accessKey: fromEnvironment('S3_ACCESS_KEY'),
    secretKey: fromEnvironment('S3_SECRET_KEY'),
    bucket: fromEnvironment('S3_BUCKET'),
    region: process.env['S3_REGION'] ?? 'us-east-1',
  };
}

async function freshServer(name: 'redis' | 'nats', variable: string): Promise<FreshServer> {
  const dir = mkdtempSync(join(process.env['TEST_STORES_DIR'] ?? tmpdir(), `suite-${name}-`));
  const stores = await startStores({ dir, only: [name], flush: false });
  const url = stores.env[variable];
  if (url === undefined) throw new Error(`${name} has no address`);
  return {
    url,
    kill: () => stores.kill(name),
    down: () => stores.down(name),
    restart: () => stores.restart(name),
    ready: () => stores.ready(name),
    stop: () => stores.remove(),
  };
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is missing: add this jest project to those that the root jest.config.mjs starts stores for`);
}
