/*
 * Measures the memory of media during concurrent uploads: `node infra/bench/media/run.mjs`. It starts the whole
 * product on stores of its own, sends 1, 10 and 50 uploads side by side, and prints the peak of the media process's
 * resident memory above its level before, and its ratio to a single upload. Uploads are streamed, so the peak should hardly grow.
 * The floor streams as many files of the same size straight to the same store.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Client } from 'minio';
import { until } from '../../local/eventually.mjs';
import { runBenchmark, startOwnProduct } from '../benchmark.mjs';
import { aCouple } from '../list/couple.mjs';

const PARALLEL = [1, 10, 50];

/** Each person may have twelve uploads under way. */
const COUPLES = 3;

const FILE = randomBytes(10 * 1024 * 1024);

const BOUNDARY = 'upload';

/** A form with the file, made once: to encode a `FormData` for each upload would cost this process more than media. */
const FORM = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="noise.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  ),
  FILE,
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
]);

/** @typedef {{uploads: number, seconds: number, stored: number, refused: number[], before: number, peak: number}} Measured */

/** @param {number} pid @param {'VmHWM' | 'VmRSS'} name @returns {number} megabytes */
const memory = (pid, name) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024;

/** @param {string} url @param {string} token */
async function send(url, token) {
  const answer = await fetch(`${url}/api/messages/upload`, {
    method: 'POST',
    body: FORM,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status ?? 0;
}

/** @param {string} url @param {string[]} tokens of the people who upload in turn @param {number} pid @param {number} uploads @returns {Promise<Measured>} */
async function measure(url, tokens, pid, uploads) {
  const before = memory(pid, 'VmRSS');
  // Resets the peak that the kernel has recorded.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: uploads }, (_, index) => send(url, tokens[index % tokens.length] ?? '')),
  );
  const refused = statuses.filter((status) => status !== 201);
  return {
    uploads,
    seconds: (performance.now() - began) / 1_000,
    stored: uploads - refused.length,
    refused,
    before,
    peak: memory(pid, 'VmHWM'),
  };
}

/** The seconds of as many bare streams to the store: no checksums, and no copy of the file. @param {Record<string, string>} env of the stores @param {number} uploads */
async function floorSeconds({ S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION }, uploads) {
  const { hostname, port } = new URL(S3_ENDPOINT);
  const store = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    region: S3_REGION,
  });
  store.enableSHA256 = false;
  const headers = { 'content-length': String(FILE.length) };
  const began = performance.now();
  await Promise.all(
    Array.from({ length: uploads }, async (_, index) => {
      const options = { method: 'PUT', bucketName: S3_BUCKET, objectName: `floor/${index}`, headers };
      // The client's own putObject would collect the stream and hash it.
      const body = Readable.from([FILE], { objectMode: false });
      (await store.makeRequestStreamAsync(options, body, '', [200], S3_REGION)).resume();
    }),
  );
  return (performance.now() - began) / 1_000;
}

await runBenchmark(async (undo) => {
  if (process.platform !== 'linux') throw new Error('The peak of a process is read from /proc: this needs Linux.');
  const { stores, product } = await startOwnProduct(undo);
  const couples = await Promise.all(Array.from({ length: COUPLES }, () => aCouple(product.url)));
  const tokens = couples.flatMap(({ mira, jonas }) => [mira.token, jonas.token]);
  const pid = Number(product.pids().media);
  // The first upload loads code and opens connections, so it is not measured. Media has to know the couple first.
  for (const token of tokens) await until('an upload is stored', async () => (await send(product.url, token)) === 201);
  const rows = [];
  for (const uploads of PARALLEL) {
    const measured = await measure(product.url, tokens, pid, uploads);
    rows.push({ ...measured, floor: await floorSeconds(stores.env, uploads) });
  }
  const single = rows[0]?.peak ?? 1;
  for (const { uploads, seconds, stored, refused, before, peak, floor } of rows) {
    process.stdout.write(
      `${String(uploads).padStart(3)} uploads of 10 MB: ${stored} stored, ${refused.length} refused${refused.length > 0 ? ` (${[...new Set(refused)].join(', ')})` : ''} in ${seconds.toFixed(1)} s, ${(floor / seconds).toFixed(2)} of the floor's speed; resident ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at the peak, ratio to one upload ${(peak / single).toFixed(2)}\n`,
    );
  }
});
