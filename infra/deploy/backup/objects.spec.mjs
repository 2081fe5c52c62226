/* The copy of objects, on a real S3 and a journal in PostgreSQL: a bucket that has lost objects leaves the copy whole. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'minio';
import pg from 'pg';
import { run } from '../../local/command.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';

const TABLES = `
  CREATE SCHEMA media;
  CREATE TABLE media.object_journal (id bigint GENERATED ALWAYS AS IDENTITY, name text, removed boolean, at timestamptz DEFAULT now());`;

const adminUrl = process.env.ADMIN_DATABASE_URL ?? '';
const endpoint = new URL(process.env.S3_ENDPOINT ?? '');
const login = { accessKey: process.env.S3_ACCESS_KEY ?? '', secretKey: process.env.S3_SECRET_KEY ?? '' };
const store = new Client({ endPoint: endpoint.hostname, port: Number(endpoint.port), useSSL: false, ...login });

/** @type {string} */
let database;
/** @type {string} */
let bucket;
/** @type {string} */
let copy;

/** @param {string} name of the database */
function urlOf(name) {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** @param {string} url @param {string} sql @param {unknown[]} [values] */
async function ask(url, sql, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}

/** Stores objects as another program does: the journal does not name them. @param {string[]} names */
async function put(names) {
  for (const name of names) await store.putObject(bucket, name, name);
}

/** @param {string[]} names */
async function lose(names) {
  for (const name of names) await store.removeObject(bucket, name);
}

/** @param {string[]} names */
const journalRemovals = (names) =>
  ask(urlOf(database), 'INSERT INTO media.object_journal (name, removed) SELECT unnest($1::text[]), true', [names]);

/** Runs the program. @param {'bring' | 'restore'} verb @param {Record<string, string>} [env] */
const objects = (verb, env) =>
  run(nodeBinary(), [join(import.meta.dirname, 'objects.mjs'), verb], {
    env: {
      PATH: process.env.PATH,
      BACKUP_DIR: copy,
      S3_ENDPOINT: endpoint.href,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: login.accessKey,
      S3_SECRET_KEY: login.secretKey,
      JOURNAL_DATABASE_URL: urlOf(database),
      ...env,
    },
  });

const inCopy = (/** @type {string} */ name) => join(copy, 'objects', name);

/** The round of the next day, which lists the bucket. @param {Record<string, string>} [env] */
async function reconcile(env) {
  rmSync(inCopy('state.json'), { force: true });
  return objects('bring', env);
}

/** @param {number} count */
const names = (count) => Array.from({ length: count }, (_, index) => `object-${index}`);

describe('the copy of objects', () => {
  beforeEach(async () => {
    const name = `objects_${randomBytes(4).toString('hex')}`;
    database = name;
    bucket = name.replace('_', '-');
    copy = temporaryFolder('copy');
    await ask(adminUrl, `CREATE DATABASE ${name}`);
    await ask(urlOf(name), TABLES);
    await store.makeBucket(bucket);
  });

  afterEach(() => ask(adminUrl, `DROP DATABASE ${database}`));

  it('stays whole when the bucket has lost its objects, has new ones, and puts the lost ones back', async () => {
    await put(names(30));
    expect((await objects('bring')).output).toBe('30 objects copied\n');
    await lose(names(30));
    await put(['new']);
    for (let round = 0; round < 2; round += 1) {
      const { code, output } = await reconcile({ BACKUP_DAYS: '0' });
      expect([code, output]).toEqual([1, expect.stringMatching(/the bucket lacks 30 of 3[01] copied objects/)]);
    }
    expect(existsSync(inCopy('state.json'))).toBe(false);
    expect(readdirSync(inCopy('data'))).toHaveLength(31);
    expect((await objects('restore')).output).toBe('30 objects restored\n');
    expect((await objects('bring')).code).toBe(0);
    expect(existsSync(inCopy('state.json'))).toBe(true);
  });

  it('marks removals that the journal contains, of any number', async () => {
    await put(names(30));
    await objects('bring');
    await lose(names(29));
    await journalRemovals(names(29));
    expect((await reconcile({ BACKUP_DAYS: '0' })).code).toBe(0);
    expect(readdirSync(inCopy('data'))).toHaveLength(1);
  });

  it('marks a few removals of another program', async () => {
    await put(names(30));
    await objects('bring');
    await lose(names(20));
    expect((await reconcile({ BACKUP_DAYS: '0' })).code).toBe(0);
    expect(readdirSync(inCopy('data'))).toHaveLength(10);
  });

  it('marks none of a few objects while the bucket is empty', async () => {
    await put(names(3));
    await objects('bring');
    await lose(names(3));
    expect((await reconcile()).output).toContain('the bucket lacks 3 of 3 copied objects');
  });

  it('marks many removals that an operator has confirmed, once', async () => {
    await put(names(60));
    await objects('bring');
    await lose(names(30));
    expect((await reconcile()).code).toBe(1);
    writeFileSync(inCopy('removals-confirmed'), '');
    expect((await reconcile({ BACKUP_DAYS: '0' })).code).toBe(0);
    expect(readdirSync(inCopy('data'))).toHaveLength(30);
    await lose(names(60));
    expect((await reconcile()).code).toBe(1);
  });
});
