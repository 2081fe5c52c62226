import { describe, expect, it } from '@jest/globals';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { Client } from 'minio';

const endpoint = new URL(process.env.S3_ENDPOINT ?? '');
const bucket = process.env.S3_BUCKET ?? '';

/** @param {{accessKey?: string, secretKey?: string}} [login] */
function client({ accessKey = process.env.S3_ACCESS_KEY, secretKey = process.env.S3_SECRET_KEY } = {}) {
  return new Client({
    endPoint: endpoint.hostname,
    port: Number(endpoint.port),
    useSSL: false,
    accessKey,
    secretKey,
    region: process.env.S3_REGION,
  });
}

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));

describe('local S3 server', () => {
  it('stores objects and serves ranges of them', async () => {
    const [s3, key] = [client(), 'tests/whole'];
    await s3.putObject(bucket, key, bytes, bytes.length, { 'content-type': 'image/png' });
    expect(await buffer(await s3.getObject(bucket, key))).toEqual(bytes);
    expect(await buffer(await s3.getPartialObject(bucket, key, 1_000, 500))).toEqual(bytes.subarray(1_000, 1_500));
    expect(await s3.statObject(bucket, key)).toMatchObject({
      size: bytes.length,
      metaData: { 'content-type': 'image/png' },
    });
    await s3.removeObject(bucket, key);
    await expect(s3.statObject(bucket, key)).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('accepts a stream of unknown length', async () => {
    const [s3, key] = [client(), 'tests/stream'];
    await s3.putObject(bucket, key, Readable.from([bytes, bytes]));
    expect(await buffer(await s3.getObject(bucket, key))).toEqual(Buffer.concat([bytes, bytes]));
  });

  it.each([
    { method: 'GET' },
    { method: 'HEAD' },
    { method: 'PUT', body: 'x' },
    { method: 'DELETE' },
    { method: 'POST' },
    { method: 'OPTIONS' },
  ])('refuses an unsigned $method', async (request) => {
    await client().putObject(bucket, 'tests/secret', bytes);
    const answer = await fetch(new URL(`/${bucket}/tests/secret`, endpoint), request);
    expect(answer.status).toBe(403);
    expect(await buffer(await client().getObject(bucket, 'tests/secret'))).toEqual(bytes);
  });

  it.each([
    ['a wrong secret', { secretKey: 'wrong' }],
    ['an unknown key', { accessKey: 'nobody' }],
    ['the account built into the package', { accessKey: 'S3RVER', secretKey: 'S3RVER' }],
  ])('refuses %s', async (_what, login) => {
    await expect(client(login).getObject(bucket, 'tests/secret')).rejects.toMatchObject({
      code: expect.stringMatching(/SignatureDoesNotMatch|InvalidAccessKeyId/),
    });
    await expect(client(login).putObject(bucket, 'tests/other', Readable.from([bytes]))).rejects.toThrow();
  });

  it('serves an object for a signed address, but not for a changed one', async () => {
    await client().putObject(bucket, 'tests/shared', bytes);
    const address = await client().presignedGetObject(bucket, 'tests/shared', 60);
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address.replace('tests/shared', 'tests/secret'))).status).toBe(403);
  });
});
