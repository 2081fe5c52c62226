import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import S3rver from '@20minutes/s3rver';
import accounts from '@20minutes/s3rver/lib/models/account.js';
import S3Error from '@20minutes/s3rver/lib/models/error.js';

/*
 * The local S3 server: @20minutes/s3rver with its gaps closed. Out of the box it verifies a wrong signature but lets a
 * request without any through, cannot list multipart uploads (which the minio client asks for before it streams), knows
 * a built-in account, and acknowledges a PUT before it is on the disk. Runs as a process of its own.
 */
const NO_UPLOADS =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ListMultipartUploadsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>';

/** @param {import('@20minutes/s3rver').Context} context */
function isSigned({ headers, query, method }) {
  // Preflights have no signature and reach no object, and our processes send none.
  return method !== 'OPTIONS' && ('authorization' in headers || 'X-Amz-Algorithm' in query || 'Signature' in query);
}

/** The outermost middleware: it sees the request first, and the error after the signature was verified. @param {import('@20minutes/s3rver').Context} context @param {() => Promise<void>} next */
async function closeGaps(context, next) {
  if (!isSigned(context)) throw new S3Error('AccessDenied', 'Access Denied');
  try {
    await next();
  } catch (cause) {
    const listing = context.method === 'GET' && 'uploads' in context.query;
    if (!listing || !(cause instanceof S3Error) || cause.code !== 'NotImplemented') throw cause;
    context.status = 200;
    context.type = 'application/xml';
    context.body = NO_UPLOADS;
  }
}

/** @param {string} path */
async function flush(path) {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}

/** An acknowledged object survives a power cut. @param {import('@20minutes/s3rver').Store} store */
function putDurably(store) {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const result = await put(object);
    const files = ['object', 'object.md5', 'metadata.json'].map((part) =>
      store.getResourcePath(object.bucket, object.key, part),
    );
    await Promise.all(files.map(flush));
    await flush(dirname(files[0]));
    return result;
  };
}

/** @param {string} name */
function setting(name) {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file ? readFileSync(file, 'utf8').trim() : '');
  if (value) return value;
  throw new Error(`${name} is missing`);
}

const server = new S3rver({
  directory: setting('S3_FOLDER'),
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: setting('S3_BUCKET') }],
});
accounts.DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
accounts.DUMMY_ACCOUNT.createKeyPair(setting('S3_ACCESS_KEY'), setting('S3_SECRET_KEY'));
server.middleware.unshift(closeGaps);
server.on('error', (cause) => {
  if (!cause.expose) console.error(cause);
});
putDurably(server.store);
await server.configureBuckets();

const http = createServer(server.callback());
// Longer than any client keeps a connection: a call fails if the server closes the connection at the moment of its reuse.
http.keepAliveTimeout = 120_000;
http.listen(Number(setting('S3_PORT')), process.env.S3_HOST ?? '127.0.0.1');
process.once('SIGTERM', () => {
  http.close(() => process.exit(0));
  http.closeIdleConnections();
});
