/*
 * Copies of all objects. Objects never change under their name.
 *
 *   objects.mjs keep     copies new objects every few seconds, and serves metrics of the whole copy on OPS_PORT
 *   objects.mjs bring    copies once; no `keep` may run at the same time
 *   objects.mjs restore  puts the objects that the bucket lacks back into it
 *   objects.mjs check    compares the copy with the bucket, byte by byte
 *
 * Media's journal names the objects that were stored and removed since the last round. A listing of the whole bucket, once
 * a day, finds differences that the journal does not contain. The copy of a removed object stays while the database can be
 * restored to a time when the object existed. The list of erasures stays in the bucket for twice as long: each restore
 * applies it.
 *
 * A bucket that lacks many objects without a removal in the journal has lost them: no copy is marked then. The file
 * `removals-confirmed` beside the index confirms once that they were removed on purpose.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ERASED_USER, openStore, setting } from './bucket.mjs';
import { readJournal, readJournalTime, readRemoved, readSlot } from './journal.mjs';
import { backupMetrics, serveMetrics } from './watch.mjs';

const DAY = 24 * 60 * 60 * 1_000;
const COPY = setting('BACKUP_DIR', '/backups');
const FOLDER = join(COPY, 'objects');
const EVERY = Number(setting('BACKUP_SECONDS', '15')) * 1_000;
const RETENTION = Number(setting('BACKUP_DAYS', '7')) * DAY;
const LIST_EVERY = DAY;
const bucket = setting('S3_BUCKET');
const store = openStore();

/** @typedef {{size: number, type: string, gone?: string}} Copy a copied object; `gone`: when the object was removed from the bucket */
/** @typedef {Record<string, Copy>} Index copies by the names of their objects */
/** @typedef {{journal: string, listedAt: string}} State how far the journal is read (the database's time), and when the bucket was last listed */

const INDEX = join(FOLDER, 'index.json');
const STATE = join(FOLDER, 'state.json');
const CONFIRMED = join(FOLDER, 'removals-confirmed');

/** As many objects, and this share of them, may be missing without a removal in the journal. */
const MISSING = { count: 20, share: 0.05 };

/** @template T @param {string} path @param {T} otherwise @returns {T} */
const readJson = (path, otherwise) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : otherwise);

/** @param {string} path @param {unknown} content */
function writeJson(path, content) {
  writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** @returns {Index} */
const readIndex = () => readJson(INDEX, {});

/** An object's name may contain anything, so its hash names the file. @param {string} name */
const fileOf = (name) => join(FOLDER, 'data', createHash('sha256').update(name).digest('hex'));

/** Removes expired erasures from the bucket on the way. @param {string} [prefix] @returns {Promise<Map<string, number>>} sizes by name */
async function listBucket(prefix = '') {
  const found = new Map();
  for await (const { name, size, lastModified } of store.listObjectsV2(bucket, prefix, true)) {
    if (!name) continue;
    if (isExpiredErasure(name, lastModified)) await store.removeObject(bucket, name);
    else found.set(name, size ?? 0);
  }
  return found;
}

/** No backup reaches back to an erasure of this age. @param {string} name @param {Date} [since] */
const isExpiredErasure = (name, since) =>
  name.startsWith(ERASED_USER) && since !== undefined && Date.now() - since.getTime() > 2 * RETENTION;

/** @param {string} name @returns {Promise<Copy | null>} null for an object that was removed meanwhile */
async function copy(name) {
  const file = fileOf(name);
  mkdirSync(dirname(file), { recursive: true });
  try {
    const [{ metaData }, stream] = [await store.statObject(bucket, name), await store.getObject(bucket, name)];
    await pipeline(stream, createWriteStream(`${file}.new`, { mode: 0o600, flush: true }));
    renameSync(`${file}.new`, file);
    return { size: statSync(file).size, type: metaData['content-type'] ?? 'application/octet-stream' };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'NotFound' || cause.code === 'NoSuchKey'))
      return null;
    throw cause;
  }
}

/** @param {Index} index @param {Iterable<string>} names @returns {Promise<number>} how many were copied */
async function copyInto(index, names) {
  let copied = 0;
  for (const name of names) {
    const made = await copy(name);
    if (!made) continue;
    index[name] = made;
    copied += 1;
  }
  return copied;
}

/** Copies the objects that the journal names as stored, and marks removed ones. @param {Index} index @param {State} state @returns {Promise<{copied: number, changed: boolean, state: State}>} */
async function followJournal(index, state) {
  const { entries, time } = await readJournal(state.journal);
  const last = new Map(entries.map((entry) => [entry.name, entry]));
  let changed = false;
  for (const { name, removed, at } of last.values()) {
    const known = index[name];
    if (!removed || !known || known.gone) continue;
    known.gone = at.toISOString();
    changed = true;
  }
  const stored = [...last.values()].filter(({ name, removed }) => !removed && !index[name]).map(({ name }) => name);
  // The journal does not contain erasures; the bucket lists them by their prefix, and only recent ones exist.
  const erasures = [...(await listBucket(ERASED_USER)).keys()].filter((name) => !index[name]);
  const copied = await copyInto(index, [...stored, ...erasures]);
  return { copied, changed: changed || copied > 0, state: { ...state, journal: time } };
}

/** The objects that the bucket has lost. @param {Index} index @param {Map<string, number>} there @returns {Promise<string>} a sentence, empty for as few as another program may remove */
async function describeLoss(index, there) {
  // The journal does not contain erasures, and the listing removes expired ones.
  const live = Object.keys(index).filter((name) => !index[name]?.gone && !name.startsWith(ERASED_USER));
  const missing = live.filter((name) => !there.has(name));
  const removed = missing.length > 0 ? await readRemoved(missing) : new Set();
  const lost = missing.filter((name) => !removed.has(name)).length;
  const isLoss = lost > MISSING.count && lost > live.length * MISSING.share;
  if (!isLoss && (there.size > 0 || lost === 0)) return '';
  return `the bucket lacks ${lost} of ${live.length} copied objects, and media's journal has no removal of them: restore them first`;
}

/** Compares the copy with a listing of the whole bucket. @param {Index} index @returns {ReturnType<typeof followJournal>} @throws when the bucket has lost objects, after new ones were copied */
async function reconcile(index) {
  const journal = await readJournalTime();
  const there = await listBucket();
  const loss = existsSync(CONFIRMED) ? '' : await describeLoss(index, there);
  const missing = [];
  for (const [name, size] of there) {
    const known = index[name];
    if (known?.size === size) delete known.gone;
    else missing.push(name);
  }
  const copied = await copyInto(index, missing);
  if (loss) {
    writeJson(INDEX, index);
    throw new Error(loss);
  }
  for (const [name, known] of Object.entries(index)) if (!there.has(name)) known.gone ??= new Date().toISOString();
  return { copied, changed: true, state: { journal, listedAt: new Date().toISOString() } };
}

/** Deletes copies of objects that were removed before the oldest backup of the database. @param {Index} index @returns whether there were any */
function expire(index) {
  const expired = Object.entries(index).filter(([, { gone }]) => gone && Date.now() - Date.parse(gone) >= RETENTION);
  for (const [name] of expired) {
    rmSync(fileOf(name), { force: true });
    delete index[name];
  }
  return expired.length > 0;
}

/** One round. @param {Index} index @returns {Promise<number>} how many objects were copied */
async function bring(index) {
  const before = /** @type {State | null} */ (readJson(STATE, null));
  const isListed = before !== null && Date.now() - Date.parse(before.listedAt) < LIST_EVERY;
  const { copied, changed, state } = await (isListed ? followJournal(index, before) : reconcile(index));
  if (expire(index) || changed) writeJson(INDEX, index);
  writeJson(STATE, state);
  rmSync(CONFIRMED, { force: true });
  return copied;
}

async function keep() {
  const metrics = backupMetrics(COPY, readSlot, process.env.AGE_RECIPIENT !== undefined);
  serveMetrics(metrics, Number(setting('OPS_PORT', '9000')));
  let index = readIndex();
  for (;;) {
    try {
      const copied = await bring(index);
      if (copied > 0) process.stdout.write(`${copied} objects copied\n`);
    } catch (cause) {
      process.stderr.write(`objects could not be copied: ${cause instanceof Error ? cause.message : cause}\n`);
      index = readIndex();
    }
    await delay(EVERY);
  }
}

async function restore() {
  if (!(await store.bucketExists(bucket))) await store.makeBucket(bucket, setting('S3_REGION', 'us-east-1'));
  const there = await listBucket();
  // Objects that had been removed before that time stay removed.
  const until = process.env.RESTORE_TO ? Date.parse(process.env.RESTORE_TO) : Date.now();
  const missing = Object.entries(readIndex()).filter(
    ([name, { gone }]) => !there.has(name) && (!gone || Date.parse(gone) > until),
  );
  for (const [name, { size, type }] of missing)
    await store.putObject(bucket, name, createReadStream(fileOf(name)), size, { 'content-type': type });
  // The restored database has another journal, so the next round lists the bucket.
  rmSync(STATE, { force: true });
  process.stdout.write(`${missing.length} objects restored\n`);
}

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
const verbs = {
  keep,
  bring: async () => void process.stdout.write(`${await bring(readIndex())} objects copied\n`),
  restore,
  check,
};
const verb = process.argv[2] ?? 'keep';
if (!(verb in verbs)) throw new Error(`objects.mjs takes ${Object.keys(verbs).join(', ')}`);
await verbs[/** @type {keyof typeof verbs} */ (verb)]();
