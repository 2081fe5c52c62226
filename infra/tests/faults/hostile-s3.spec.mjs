import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Client } from 'minio';
import { startStores } from '../../local/stores.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { createHostileS3 } from './hostile-s3.mjs';

const BUCKET = 'duet-media';
const BYTES = randomBytes(3_000);

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof createHostileS3>>} */
let hostile;
/** @type {Client} */
let client;

beforeAll(async () => {
  stores = await startStores({ dir: temporaryFolder('hostile'), only: ['s3'] });
  hostile = await createHostileS3(String(stores.env.S3_ENDPOINT));
  const { hostname, port } = new URL(hostile.url);
  client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: String(stores.env.S3_ACCESS_KEY),
    secretKey: String(stores.env.S3_SECRET_KEY),
    region: 'us-east-1',
    pathStyle: true,
    retryOptions: { disableRetry: true },
  });
}, 60_000);

afterAll(async () => {
  await hostile?.close();
  await stores?.remove();
}, 60_000);

const put = (/** @type {string} */ name) => client.putObject(BUCKET, name, BYTES);

/** @param {string} name @returns {Promise<Buffer>} */
const get = async (name) => Buffer.concat(await (await client.getObject(BUCKET, name)).toArray());

/** The end of a call within a second. @param {Promise<unknown>} call @returns {Promise<'done' | 'failed' | 'pending'>} */
const endOf = (call) =>
  Promise.race([
    call.then(
      () => /** @type {const} */ ('done'),
      () => /** @type {const} */ ('failed'),
    ),
    new Promise((resolve) => setTimeout(() => resolve('pending'), 1_000)),
  ]);

describe('a hostile S3 server', () => {
  it('passes everything on until it is hostile', async () => {
    await put('good');
    expect(await get('good')).toEqual(BYTES);
    expect(hostile.set('500', () => false)).toBe(0);
    expect(await get('good')).toEqual(BYTES);
  });

  it.each(/** @type {const} */ (['500', '503', 'reset']))('fails an upload and a download: %s', async (mood) => {
    hostile.set(mood);
    expect([await endOf(put(`failed-${mood}`)), await endOf(get('good'))]).toEqual(['failed', 'failed']);
    expect(hostile.set(null)).toBe(2);
    expect(await endOf(get(`failed-${mood}`))).toBe('failed');
  });

  it.each(/** @type {const} */ (['hung', 'slow']))('lets a call wait: %s', async (mood) => {
    hostile.set(mood);
    expect([await endOf(put('waiting')), await endOf(get('good'))]).toEqual(['pending', 'pending']);
    hostile.set(null);
  });

  it('acknowledges an object of which it stores half, and breaks off an answer: truncated', async () => {
    hostile.set('truncated');
    expect([await endOf(put('half')), await endOf(get('good'))]).toEqual(['done', 'failed']);
    hostile.set(null);
    expect(await get('half')).toEqual(BYTES.subarray(0, 1_500));
  });

  it('sends half of an object as if it were all: short', async () => {
    hostile.set('short');
    const short = await get('good');
    hostile.set(null);
    expect(short).toEqual(BYTES.subarray(0, 1_500));
  });
});
