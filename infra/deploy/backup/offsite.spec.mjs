/* The encrypted copy elsewhere, on a real S3 with age: what leaves the bucket, and what a fetch refuses. */
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { dirname, join } from 'node:path';
import { Client } from 'minio';
import { mustRun, run } from '../../local/command.mjs';
import { debianProgram } from '../../local/debian.mjs';
import { eventually, until } from '../../local/eventually.mjs';
import { nodeBinary } from '../../local/runtime.mjs';
import { testProgram } from '../../local/test/program.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { openStore } from './bucket.mjs';

const age = testProgram(await debianProgram('age', 'age'), 'age');
const endpoint = new URL(process.env.S3_ENDPOINT ?? '');
const place = { hostname: endpoint.hostname, port: endpoint.port };
const login = { accessKey: process.env.S3_ACCESS_KEY ?? '', secretKey: process.env.S3_SECRET_KEY ?? '' };
const store = new Client({ endPoint: endpoint.hostname, port: Number(endpoint.port), useSSL: false, ...login });
const identity = join(temporaryFolder('identity'), 'key');

/** @type {string} */
let recipient;
/** @type {string} */
let copy;
/** @type {string} */
let bucket;

/** @param {string} path @param {string} [text] */
function aFile(path, text = path) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** A complete base backup with a segment of WAL. */
function aCopy() {
  for (const name of ['base.tar.gz', 'backup_manifest']) aFile(`postgres/base/20261124T000000Z/${name}`);
  aFile('postgres/wal/00000001/000000010000000000000001.partial');
  aFile('objects/index.json', '{}');
}

/** @param {Record<string, string>} [env] */
const variables = (env) => ({
  PATH: `${dirname(age ?? '')}:${process.env.PATH}`,
  BACKUP_DIR: copy,
  AGE_RECIPIENT: recipient,
  AGE_IDENTITY_FILE: identity,
  OFFSITE_S3_ENDPOINT: endpoint.href,
  OFFSITE_S3_BUCKET: bucket,
  OFFSITE_S3_ACCESS_KEY: login.accessKey,
  OFFSITE_S3_SECRET_KEY: login.secretKey,
  ...env,
});

/** Changes of an index that nobody has. */
const STALE = join(temporaryFolder('stale'), 'changes.json');
writeFileSync(STALE, JSON.stringify({ base: 'another', entries: { one: { size: 1 } } }));

const PROGRAM = join(import.meta.dirname, 'offsite.mjs');

/** Runs the program. @param {'bring' | 'fetch'} verb @param {Record<string, string>} [env] */
const offsite = (verb, env) => run(nodeBinary(), [PROGRAM, verb], { env: variables(env) });

/** A way to the S3 server. @param {(incoming: import('node:http').IncomingMessage) => unknown} before each request passes on */
async function startProxy(before) {
  const server = createServer(async (incoming, outgoing) => {
    await before(incoming);
    incoming.pipe(
      request({ ...place, path: incoming.url, method: incoming.method, headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { server, url: `http://127.0.0.1:${port}` };
}

async function names() {
  const found = [];
  for await (const { name } of store.listObjectsV2(bucket, '', true)) if (name) found.push(name);
  return found.toSorted();
}

(age ? describe : describe.skip)('the encrypted copy elsewhere', () => {
  beforeAll(async () => {
    const { output } = await mustRun('age-keygen failed.', join(dirname(age ?? ''), 'age-keygen'), ['-o', identity]);
    recipient = /age1\w+/.exec(output)?.[0] ?? '';
  });

  beforeEach(async () => {
    copy = temporaryFolder('copy');
    bucket = `offsite-${randomUUID()}`;
    await store.makeBucket(bucket);
  });

  it('has each file under its name, uploads what changed, and comes back the same', async () => {
    aCopy();
    aFile('postgres/base/20261124T010000Z.new/base.tar.gz');
    expect((await offsite('bring')).output).toBe('4 files uploaded\n');
    expect((await offsite('bring')).output).toBe('0 files uploaded\n');
    aFile('postgres/wal/00000001/000000010000000000000001.partial', 'more');
    expect((await offsite('bring')).output).toBe('1 files uploaded\n');
    copy = temporaryFolder('copy');
    expect((await offsite('fetch')).output).toBe('4 files fetched and decrypted\n');
    const segment = join(copy, 'postgres/wal/00000001/000000010000000000000001.partial');
    expect(readFileSync(segment, 'utf8')).toBe('more');
    expect((await offsite('bring')).output).toBe('0 files uploaded\n');
  });

  it('has WAL elsewhere while a base backup is still on its way', async () => {
    aCopy();
    const base = Promise.withResolvers();
    const slow = await startProxy((incoming) => (incoming.url?.includes('/base/') ? base.promise : undefined));
    const ended = offsite('bring', { OFFSITE_S3_ENDPOINT: slow.url });
    await until('WAL is in the bucket', async () => (await names()).some((name) => name.includes('/wal/')));
    expect((await names()).filter((name) => name.includes('/base/'))).toEqual([]);
    base.resolve(null);
    expect((await ended).output).toBe('4 files uploaded\n');
    slow.server.close();
  });

  it('is dated by WAL and objects while a base backup is on its way, which has a date of its own', async () => {
    aCopy();
    const base = Promise.withResolvers();
    const slow = await startProxy((incoming) => (incoming.url?.includes('/base/') ? base.promise : undefined));
    const env = variables({ OFFSITE_S3_ENDPOINT: slow.url, OFFSITE_SECONDS: '1' });
    const child = spawn(nodeBinary(), [PROGRAM, 'keep'], { env, stdio: 'inherit' });
    const ended = once(child, 'exit');
    /** @param {string} file */
    const writtenAt = (file) => statSync(join(copy, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    try {
      await until('WAL and objects are in the bucket', async () => (await names()).length === 2);
      const since = Date.now();
      await until('the copy is dated again', () => writtenAt('offsite.json') > since);
      expect(writtenAt('bases-elsewhere')).toBe(0);
      base.resolve(null);
      await until('the base backup is there', () => writtenAt('bases-elsewhere') > 0);
      expect(await names()).toHaveLength(4);
      const later = Date.now();
      await until('the date of the base backups follows', () => writtenAt('bases-elsewhere') > later);
    } finally {
      child.kill();
      await ended;
      slow.server.close();
    }
  });

  it('uploads a large file in parts that fit into its memory, and has a place for every part', async () => {
    aCopy();
    aFile('postgres/base/20261124T000000Z/base.tar.gz', 'x'.repeat(20 * 1024 * 1024));
    /** @type {number[]} */
    const parts = [];
    const counting = await startProxy((incoming) => {
      if (incoming.url?.includes('partNumber=')) parts.push(Number(incoming.headers['content-length']));
    });
    expect((await offsite('bring', { OFFSITE_S3_ENDPOINT: counting.url })).code).toBe(0);
    counting.server.close();
    expect(parts.length).toBe(3);
    expect(Math.max(...parts)).toBe(8 * 1024 * 1024);
    Object.assign(process.env, {
      OFFSITE_S3_ENDPOINT: endpoint.href,
      OFFSITE_S3_ACCESS_KEY: login.accessKey,
      OFFSITE_S3_SECRET_KEY: login.secretKey,
    });
    const terabyte = 1024 ** 4;
    expect(openStore('OFFSITE_S3').calculatePartSize(terabyte) * 10_000).toBeGreaterThan(terabyte);
  });

  it('has each change of the index at once, and the whole index seldom', async () => {
    aCopy();
    aFile('objects/index.json', '{"one":{"size":1},"two":{"size":2}}');
    const [index, changes] = ['objects/index.json.age', 'objects/index-changes.json.age'];
    let whole = 0;
    const counting = await startProxy((incoming) => {
      if (incoming.method === 'PUT' && incoming.url?.includes(index)) whole += 1;
    });
    const env = variables({ OFFSITE_S3_ENDPOINT: counting.url, OFFSITE_SECONDS: '1' });
    const child = spawn(nodeBinary(), [PROGRAM, 'keep'], { env, stdio: 'inherit' });
    const ended = once(child, 'exit');
    const latest = async () => {
      const given = { ...variables(), BACKUP_DIR: temporaryFolder('copy') };
      await run(nodeBinary(), [PROGRAM, 'fetch'], { env: given });
      return JSON.parse(readFileSync(join(given.BACKUP_DIR, 'objects/index.json'), 'utf8'));
    };
    try {
      await until('the index is in the bucket', async () => (await names()).includes(index));
      for (const next of [{ two: { size: 2 } }, { two: { size: 2, gone: 'today' }, three: { size: 3 } }]) {
        aFile('objects/index.json', JSON.stringify(next));
        await eventually(async () => expect(await latest()).toEqual(next));
      }
      expect(await names()).toContain(changes);
    } finally {
      child.kill();
      await ended;
      counting.server.close();
    }
    expect(whole).toBe(1);
    // A new process uploads the whole index again.
    aFile('objects/index.json', '{}');
    await offsite('bring');
    expect(await latest()).toEqual({});
    expect(await names()).not.toContain(changes);
  });

  it('ignores changes of another index than the one in the bucket', async () => {
    aCopy();
    await offsite('bring');
    const stale = join(temporaryFolder('stale'), 'changes');
    const { code } = await run(age ?? '', ['--encrypt', '--recipient', recipient, '--output', stale, STALE]);
    expect(code).toBe(0);
    await store.fPutObject(bucket, 'objects/index-changes.json.age', stale);
    copy = temporaryFolder('copy');
    await offsite('fetch');
    expect(readFileSync(join(copy, 'objects/index.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(copy, 'objects/index-changes.json'))).toBe(false);
  });

  it('loses a file that the copy no longer has, but not before it is old', async () => {
    aCopy();
    aFile('objects/data/one');
    await offsite('bring');
    rmSync(join(copy, 'objects/data/one'));
    await offsite('bring', { BACKUP_DAYS: '7' });
    expect(await names()).toContain('objects/data/one.age');
    await offsite('bring', { BACKUP_DAYS: '0' });
    expect(await names()).not.toContain('objects/data/one.age');
  });

  it('loses nothing while the copy has no base backup', async () => {
    aCopy();
    await offsite('bring');
    const before = await names();
    rmSync(join(copy, 'postgres'), { recursive: true });
    await offsite('bring', { BACKUP_DAYS: '0' });
    expect(await names()).toEqual(before);
  });

  it('is refused to another copy', async () => {
    aCopy();
    await offsite('bring');
    copy = temporaryFolder('copy');
    aCopy();
    const { code, output } = await offsite('bring');
    expect([code, output]).toEqual([1, expect.stringContaining('has a copy that is not from here')]);
  });

  it('restores no base backup whose upload was cut short', async () => {
    aCopy();
    aFile('postgres/base/20261125T000000Z/base.tar.gz');
    await offsite('bring');
    copy = temporaryFolder('copy');
    await offsite('fetch');
    expect(existsSync(join(copy, 'postgres/base/20261124T000000Z/base.tar.gz'))).toBe(true);
    expect(existsSync(join(copy, 'postgres/base/20261125T000000Z'))).toBe(false);
  });

  it('uploads nothing for a recipient that is none, and refuses what age did not encrypt', async () => {
    aCopy();
    expect((await offsite('bring', { AGE_RECIPIENT: 'age1nobody' })).code).toBe(1);
    expect(await names()).toEqual([]);
    await store.putObject(bucket, 'objects/data/x.age', 'x');
    copy = temporaryFolder('copy');
    expect((await offsite('fetch')).code).toBe(1);
    expect(existsSync(join(copy, 'offsite.json'))).toBe(false);
  });
});
