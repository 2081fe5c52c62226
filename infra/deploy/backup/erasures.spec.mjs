/* The erasures of a restore, on a server that still replays WAL. The erasure tests run them on the real tables. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'minio';
import pg from 'pg';
import { mustRun } from '../../local/command.mjs';
import { until } from '../../local/eventually.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { secretsOf } from '../../local/secrets.mjs';
import { postgres } from '../../local/stores/postgres.mjs';
import { createSupervisor } from '../../local/supervisor.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';

const TABLES = `
  CREATE SCHEMA auth;
  CREATE SCHEMA media;
  CREATE TABLE auth.users (id uuid, email_key text);
  CREATE TABLE auth.jobs (subject text);
  CREATE TABLE auth.outbox (envelope jsonb);
  CREATE TABLE media.data_keys (owner_kind text, owner_id uuid, sealed bytea, destroyed_at timestamptz);`;

const dir = temporaryFolder('erasures');
const supervisor = createSupervisor({ dir, say: () => undefined, onFailure: () => undefined });
const bucket = `erasures-${randomUUID()}`;
const [erased, other] = [randomUUID(), randomUUID()];

/** @type {string} */
let url;

/** @param {string} sql @param {unknown[]} [values] @returns {Promise<any[]>} */
async function ask(sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const users = async () => (await ask('SELECT id FROM auth.users ORDER BY id')).map(({ id }) => id);

beforeAll(async () => {
  const store = await postgres({ dir, secret: secretsOf(dir), say: () => undefined, whole: false, flush: false });
  url = String(store.env.ADMIN_DATABASE_URL);
  await supervisor.start(store.spec);
  await ask(TABLES);
  await ask('INSERT INTO auth.users SELECT unnest($1::uuid[])', [[erased, other]]);
  await supervisor.down('postgres', 'SIGINT');
  // It replays WAL without end, until it is promoted.
  const signal = join(store.spec.cwd ?? '', 'data', 'standby.signal');
  writeFileSync(signal, '');
  chmodSync(signal, 0o666);
  await supervisor.restart('postgres');
  const endpoint = new URL(process.env.S3_ENDPOINT ?? '');
  const objects = new Client({
    endPoint: endpoint.hostname,
    port: Number(endpoint.port),
    useSSL: false,
    accessKey: process.env.S3_ACCESS_KEY ?? '',
    secretKey: process.env.S3_SECRET_KEY ?? '',
  });
  await objects.makeBucket(bucket);
  await objects.putObject(bucket, `erased-user-${erased}`, '{}');
}, 120_000);

afterAll(() => supervisor.stop());

it('wait until PostgreSQL has replayed its WAL', async () => {
  const { PATH, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
  const applied = mustRun('The erasures failed.', nodeBinary(), [join(import.meta.dirname, 'erasures.mjs'), 'apply'], {
    env: {
      ...{ PATH, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY },
      S3_BUCKET: bucket,
      ADMIN_DATABASE_URL: url,
      DATABASE_NAME: 'postgres',
    },
  });
  const asks = async () =>
    (await ask("SELECT FROM pg_stat_activity WHERE query LIKE '%pg_is_in_recovery%' AND pid <> pg_backend_pid()"))
      .length > 0;
  await Promise.race([applied, until('they look whether PostgreSQL still replays', asks, 30_000)]);
  expect(await users()).toEqual([erased, other].toSorted());
  await ask('SELECT pg_promote()');
  expect((await applied).stdout).toMatch(/1 erasures applied, 1 of them to accounts/);
  expect(await users()).toEqual([other]);
}, 60_000);
