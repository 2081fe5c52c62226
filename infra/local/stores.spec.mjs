import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from './places.mjs';
import { began } from './processes.mjs';
import { startStores } from './stores.mjs';
import { ask } from './stores/ask.mjs';
import { temporaryFolder } from './test/temporary.mjs';

/** @type {import('./stores.mjs').Stores[]} */
const started = [];
afterEach(async () => {
  for (const stores of started.splice(0)) await stores.remove();
});

/** @param {Parameters<typeof startStores>[0]} options */
async function start(options) {
  const stores = await startStores(options);
  started.push(stores);
  return stores;
}

/** @param {Record<string, string>} env @param {string} text */
async function sql(env, text) {
  const client = new pg.Client({ connectionString: env.ADMIN_DATABASE_URL });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** @param {Record<string, string>} env @param {string} command */
const redis = (env, command) => ask(Number(new URL(env.REDIS_URL).port), `${command}\r\n`);

describe('stores', () => {
  it('run side by side and keep their data over a restart', async () => {
    const [dir, other] = [temporaryFolder('stores'), temporaryFolder('stores')];
    const [one, two] = await Promise.all([start({ dir }), start({ dir: other })]);
    await sql(one.env, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(await redis(one.env, 'SET kept 42')).toBe('+OK\r\n');
    await expect(sql(two.env, 'SELECT * FROM kept')).rejects.toThrow('does not exist');
    expect(await redis(two.env, 'GET kept')).toBe('$-1\r\n');
    await one.stop();
    const again = await start({ dir });
    expect(await sql(again.env, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
    expect(await redis(again.env, 'GET kept')).toBe('$2\r\n42\r\n');
  });

  it.each([true, false])('restart on the same port after kill -9 with all committed data, flush: %s', async (flush) => {
    const { env, kill, ready } = await start({
      dir: temporaryFolder('stores'),
      only: ['postgres', 'redis', 'nats', 's3'],
      flush,
    });
    await sql(env, 'CREATE TABLE kept AS SELECT 42 AS answer');
    for (const name of /** @type {const} */ (['postgres', 'redis', 'nats', 's3'])) {
      await kill(name);
      await ready(name);
    }
    expect(await sql(env, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
    expect(await ask(Number(new URL(env.NATS_URL).port))).toContain('"jetstream":true');
    expect((await fetch(env.S3_ENDPOINT)).status).toBe(403);
  });

  it('survive a kill -9 of their supervisor without blocking the next start', async () => {
    const dir = temporaryFolder('stores');
    const holder = spawn(process.execPath, [join(ROOT, 'infra/local/test/hold-stores.mjs'), dir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { env, pids } = JSON.parse(String((await once(holder.stdout, 'data'))[0]));
    await sql(env, 'CREATE TABLE kept AS SELECT 42 AS answer');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await sql(env, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
    const next = await start({ dir });
    expect(await sql(next.env, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
    expect(Object.values(pids).filter((pid) => began(Number(pid)) !== null)).toEqual([]);
  });

  it('are not started when the environment names them', async () => {
    const theirs = await start({ dir: temporaryFolder('stores'), only: ['redis', 'nats'] });
    const { REDIS_URL, NATS_URL } = theirs.env;
    // Any listener will do: the protocol is not checked.
    const use = {
      DATABASE_URL: REDIS_URL.replace('redis:', 'postgres:'),
      REDIS_URL,
      NATS_URL: `nats://127.0.0.1:1,${NATS_URL}`,
      S3_ENDPOINT: REDIS_URL.replace('redis:', 'http:'),
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
      S3_BUCKET: 'c',
    };
    const { env, pids } = await start({
      dir: temporaryFolder('stores'),
      use,
      only: ['postgres', 'redis', 'nats', 's3'],
    });
    const { DATABASE_URL, ...rest } = use;
    expect(env).toEqual({ ADMIN_DATABASE_URL: DATABASE_URL, ...rest });
    expect(pids()).toEqual({});
  });

  it.each([
    [
      'redis://127.0.0.1:1',
      'Nothing answers at 127.0.0.1:1, where REDIS_URL points: start it, or unset REDIS_URL to have a private one started.',
    ],
    ['nonsense', 'REDIS_URL is not an address: correct it, or unset it to have a private one started.'],
  ])('explain what is wrong with REDIS_URL=%s', async (REDIS_URL, sentence) => {
    await expect(startStores({ dir: temporaryFolder('stores'), use: { REDIS_URL }, only: ['redis'] })).rejects.toThrow(
      sentence,
    );
  });

  it('require all variables of a given S3 server', async () => {
    const use = { S3_ENDPOINT: 'https://them', S3_BUCKET: 'c' };
    await expect(startStores({ dir: temporaryFolder('stores'), use, only: ['s3'] })).rejects.toThrow(
      'S3_ENDPOINT is set, so S3_ACCESS_KEY, S3_SECRET_KEY must be set too.',
    );
  });

  it('stop in the middle of a start', async () => {
    const controller = new AbortController();
    const starting = startStores({
      dir: temporaryFolder('stores'),
      only: ['redis', 'nats'],
      signal: controller.signal,
    });
    controller.abort();
    await expect(starting).rejects.toThrow();
  });
});
