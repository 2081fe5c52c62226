import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, dropDatabase } from '@duet/infra/postgres';
import { startStores } from '@duet/infra/stores';

/** A service that owns a schema. */
export type DatabaseService = 'auth' | 'pairing' | 'messaging' | 'media';

export interface FreshDatabase {
  /** Connects as the service's own role, exactly as in production: its schema is first on the search path, others are closed. */
  url: string;
  /** Connects to the same database as the administrator, for looking at rows and killing sessions. */
  adminUrl: string;
  drop: () => Promise<void>;
}

export interface FreshServer {
  url: string;
  /** kill -9; it comes back by itself on the same port. */
  kill: () => Promise<void>;
  /** Gone until `restart`. */
  down: () => Promise<void>;
  restart: () => Promise<void>;
  /** Resolves when it answers again after `kill`. */
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

/** A new database on the tests' PostgreSQL with the service's schema and role, and nothing in it yet. */
export async function freshDatabase(service: DatabaseService): Promise<FreshDatabase> {
  const server = fromEnvironment('ADMIN_DATABASE_URL');
  const database = `test_${service}_${randomBytes(6).toString('hex')}`;
  // Roles belong to the whole server: each database gets its own, so that suites cannot change each other's password.
  const rolePrefix = `${database}_`;
  const password = randomBytes(18).toString('base64url');
  const urls = await bootstrap({ adminUrl: server, database, services: [service], rolePrefix, password: () => password });
  const url = urls[service];
  if (url === undefined) throw new Error(`no role for ${service}`);
  const adminUrl = new URL(server);
  adminUrl.pathname = `/${database}`;
  return { url, adminUrl: adminUrl.href, drop: () => dropDatabase({ adminUrl: server, database, services: [service], rolePrefix }) };
}

/** A Redis of the suite's own: database numbers would not keep publish and subscribe apart. Starts in milliseconds. */
export function freshRedis(): Promise<FreshServer> {
  return freshServer('redis', 'REDIS_URL');
}

/** A NATS server with JetStream of the suite's own: streams and durable consumers have fixed names. Starts in milliseconds. */
export function freshNats(): Promise<FreshServer> {
  return freshServer('nats', 'NATS_URL');
}

/** The tests' S3 server; keys are random, so suites share the bucket. */
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
  const stores = await startStores({ dir, only: [name] });
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
