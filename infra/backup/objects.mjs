/*
 * Copies of all objects: `objects.mjs keep` brings over whatever is new, every few seconds; `restore` puts into the bucket
 * whatever it lacks; `check` tells what differs. Objects never change under their name. One that was removed stays in the
 * copy for as long as the database can be taken back to a time when it was there.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'minio';

/** @param {string} name @param {string} [otherwise] */
function setting(name, otherwise) {
  const file = process.env[`${name}_FILE`];
  const value = process.env[name] || (file ? readFileSync(file, 'utf8').trim() : otherwise);
  if (value) return value;
  throw new Error(`${name} or ${name}_FILE is missing`);
}

const FOLDER = join(setting('BACKUP_DIR', '/backups'), 'objects');
const EVERY = Number(setting('BACKUP_SECONDS', '15')) * 1_000;
const KEPT = Number(setting('BACKUP_DAYS', '7')) * 24 * 60 * 60 * 1_000;
const bucket = setting('S3_BUCKET');
const endpoint = new URL(setting('S3_ENDPOINT'));
const store = new Client({
  endPoint: endpoint.hostname,
  port: Number(endpoint.port) || (endpoint.protocol === 'https:' ? 443 : 80),
  useSSL: endpoint.protocol === 'https:',
  accessKey: setting('S3_ACCESS_KEY'),
  secretKey: setting('S3_SECRET_KEY'),
  region: setting('S3_REGION', 'us-east-1'),
});

/** @typedef {{size: number, type: string, gone?: string}} Copy what the copy knows of an object; `gone`: since when the bucket lacks it */

const INDEX = join(FOLDER, 'index.json');
/** @returns {Record<string, Copy>} */
const readIndex = () => (existsSync(INDEX) ? JSON.parse(readFileSync(INDEX, 'utf8')) : {});
/** A name of ours may hold anything; the file of a copy is named by its hash. @param {string} name */
const fileOf = (name) => join(FOLDER, 'data', createHash('sha256').update(name).digest('hex'));

/** @param {Record<string, Copy>} index */
function writeIndex(index) {
  writeFileSync(`${INDEX}.new`, JSON.stringify(index), { mode: 0o600 });
  renameSync(`${INDEX}.new`, INDEX);
}

async function held() {
  /** @type {Map<string, number>} */
  const found = new Map();
  for await (const { name, size } of store.listObjectsV2(bucket, '', true)) if (name) found.set(name, size ?? 0);
  return found;
}

/** @param {string} name @returns {Promise<Copy>} */
async function copy(name) {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  const [{ metaData }, stream] = [await store.statObject(bucket, name), await store.getObject(bucket, name)];
  await pipeline(stream, createWriteStream(`${file}.new`, { mode: 0o600, flush: true }));
  renameSync(`${file}.new`, file);
  return { size: statSync(file).size, type: metaData['content-type'] ?? 'application/octet-stream' };
}

/** One look at the bucket. */
async function bring() {
  const [index, there] = [readIndex(), await held()];
  if (there.size === 0 && Object.values(index).some(({ gone }) => !gone)) throw new Error('the bucket is empty all at once, which is not believed: restore it first');
  let brought = 0;
  for (const [name, size] of there) {
    if (index[name]?.size === size && !index[name].gone) continue;
    // Removed between the list and the copy: the next look knows.
    const made = await copy(name).catch((cause) => (cause.code === 'NotFound' || cause.code === 'NoSuchKey' ? null : Promise.reject(cause)));
    if (made) index[name] = made;
    brought += 1;
  }
  for (const [name, one] of Object.entries(index)) {
    if (there.has(name)) continue;
    one.gone ??= new Date().toISOString();
    if (Date.now() - Date.parse(one.gone) < KEPT) continue;
    rmSync(fileOf(name), { force: true });
    delete index[name];
  }
  writeIndex(index);
  return brought;
}

async function keep() {
  for (;;) {
    const brought = await bring().catch((cause) => void process.stderr.write(`objects could not be copied: ${cause.message}\n`));
    if (brought) process.stdout.write(`${brought} objects copied\n`);
    await delay(EVERY);
  }
}

async function restore() {
  if (!(await store.bucketExists(bucket))) await store.makeBucket(bucket, setting('S3_REGION', 'us-east-1'));
  const there = await held();
  // What people had removed by then stays removed.
  const until = process.env.RESTORE_TO ? Date.parse(process.env.RESTORE_TO) : Date.now();
  const missing = Object.entries(readIndex()).filter(([name, { gone }]) => !there.has(name) && (!gone || Date.parse(gone) > until));
  for (const [name, { size, type }] of missing) await store.putObject(bucket, name, createReadStream(fileOf(name)), size, { 'content-type': type });
  process.stdout.write(`${missing.length} objects restored\n`);
}

/** Compares bytes, not names. */
async function check() {
  const hash = async (/** @type {AsyncIterable<Buffer>} */ stream) => {
    const sum = createHash('sha256');
    for await (const chunk of stream) sum.update(chunk);
    return sum.digest('hex');
  };
  const differing = [];
  const entries = Object.entries(readIndex()).filter(([, { gone }]) => !gone);
  for (const [name] of entries) {
    const stored = await store.getObject(bucket, name).then(hash, () => 'missing');
    if (stored !== (await hash(createReadStream(fileOf(name))))) differing.push(name);
  }
  process.stdout.write(`${JSON.stringify({ objects: entries.length, differing })}\n`);
  process.exitCode = differing.length > 0 ? 1 : 0;
}

mkdirSync(FOLDER, { recursive: true });
const verbs = { keep, bring: async () => void process.stdout.write(`${await bring()} objects copied\n`), restore, check };
const verb = process.argv[2] ?? 'keep';
if (!(verb in verbs)) throw new Error(`objects.mjs takes ${Object.keys(verbs).join(', ')}`);
await verbs[/** @type {keyof typeof verbs} */ (verb)]();
