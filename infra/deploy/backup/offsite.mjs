/*
 * The copy in BACKUP_DIR, encrypted, in a bucket elsewhere. age encrypts each file for AGE_RECIPIENT; the identity that
 * decrypts is not where this runs.
 *
 *   offsite.mjs keep   uploads every few seconds what has changed
 *   offsite.mjs bring  uploads once
 *   offsite.mjs fetch  downloads everything and decrypts it with the identity in AGE_IDENTITY_FILE, unless BACKUP_DIR has it
 *
 * WAL, base backups and everything else have a loop each: a base backup may take hours, and commits and objects must be
 * elsewhere within a minute. A file that the copy no longer has is removed from the bucket when it is BACKUP_DAYS old. A copy that was lost and began anew, or that of a
 * new installation, uploads nothing: it would overwrite the files that a restore needs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { openStore, setting } from './bucket.mjs';
import { changedEntries, hashOf, withChanges } from './index-changes.mjs';

const COPY = resolve(setting('BACKUP_DIR', '/backups'));
const BASES = join(COPY, 'postgres', 'base');
const STATE = join(COPY, 'offsite.json');
/** Its date is that of the last round after which all base backups were elsewhere. */
const BASES_DATE = 'bases-elsewhere';
const INDEX = 'objects/index.json';
/** In the bucket only: the differences from the index there. */
const CHANGES = 'objects/index-changes.json';
/** The whole index is uploaded at most this often, in milliseconds: it has a line for each object. */
const INDEX_EVERY = 60 * 60 * 1_000;
const EVERY = Number(setting('OFFSITE_SECONDS', '15')) * 1_000;
const RETENTION = Number(setting('BACKUP_DAYS', '7')) * 24 * 60 * 60 * 1_000;
const bucket = setting('OFFSITE_S3_BUCKET');
const store = openStore('OFFSITE_S3');

/** @typedef {{version: string, at: number}} Upload the uploaded version of a file, and when it was uploaded (milliseconds since the epoch) */
/** @typedef {Record<string, Upload>} State by the path of the file in the copy */

/** The index that this process uploaded last as a whole. @type {{at: number, hash: string, index: import('./index-changes.mjs').Index} | null} */
let whole = null;

/** Segments of WAL have 16 MB each and are mostly empty; everything else is compressed or sealed already. @param {string} path */
const isWal = (path) => path.startsWith('postgres/wal/');

/** The loop that uploads a file. @param {string} path @returns {keyof typeof ROUNDS} */
const roundOf = (path) => (isWal(path) ? 'wal' : path.startsWith('postgres/base/') ? 'bases' : 'rest');

/** @param {string} path */
const nameOf = (path) => `${path}${isWal(path) ? '.gz' : ''}.age`;

/** @param {string} name */
const pathOf = (name) => name.replace(isWal(name) ? /\.gz\.age$/ : /\.age$/, '');

/** A base backup is complete with its manifest, so that is uploaded last. @param {string} path */
const rank = (path) => Number(path.endsWith('/backup_manifest'));

/** Changes with the file; empty for a missing one. @param {string} path in the copy */
function versionOf(path) {
  const found = statSync(join(COPY, path), { throwIfNoEntry: false });
  return found ? `${found.size} ${found.mtimeMs}` : '';
}

/** Files that are still being written, and those that are about this copy only. @param {string} path */
const isLeftOut = (path) =>
  /\.new(\/|$)/.test(path) ||
  [
    'offsite.json',
    BASES_DATE,
    'objects/state.json',
    'objects/removals-confirmed',
    CHANGES,
    'postgres/restore-tested',
    'lost+found',
  ].includes(path);

/** The paths of the copy's files, in the order in which they are uploaded. */
function listCopy() {
  return readdirSync(COPY, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(COPY, join(entry.parentPath, entry.name)))
    .filter((path) => !isLeftOut(path) && path !== INDEX)
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Runs age. @param {string[]} args @param {(child: import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, Readable, null>) => Promise<void>} feed */
async function age(args, feed) {
  const child = spawn('age', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [[code], fed] = await Promise.all([
    once(child, 'close'),
    feed(child).then(
      () => null,
      (/** @type {unknown} */ cause) => cause,
    ),
  ]);
  if (code !== 0) throw new Error(`age ended with ${code}`);
  if (fed) throw fed;
}

/** @param {string} path @param {Readable} content */
async function upload(path, content) {
  const file = join(COPY, `offsite-${roundOf(path)}.new`);
  await age(['--encrypt', '--recipient', setting('AGE_RECIPIENT'), '--output', file], ({ stdin }) =>
    isWal(path) ? pipeline(content, createGzip(), stdin) : pipeline(content, stdin),
  );
  await store.fPutObject(bucket, nameOf(path), file);
  rmSync(file);
}

/** @param {string} path @returns {Promise<Readable | null>} null for a file that was removed or renamed meanwhile */
async function openFile(path) {
  try {
    return (await open(join(COPY, path))).createReadStream();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}

/** @param {State} state */
function writeState(state) {
  writeFileSync(`${STATE}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${STATE}.new`, STATE);
}

/** Reads the contents of the bucket, which belongs to this copy from then on. @returns {Promise<State>} @throws when the bucket has the copy of another installation, or of a volume that was lost */
async function readState() {
  if (existsSync(STATE)) return JSON.parse(readFileSync(STATE, 'utf8'));
  for await (const { name } of store.listObjectsV2(bucket, '', true))
    if (name)
      throw new Error(`the bucket ${bucket} has a copy that is not from here: fetch it, or name another bucket`);
  writeState({});
  return {};
}

/** Removes from the bucket what the copy no longer has. @param {State} state @returns {Promise<number>} */
async function removeExpired(state) {
  const there = new Set(listCopy());
  if (existsSync(join(COPY, INDEX))) there.add(INDEX);
  // A copy without a base backup has just begun, or is broken.
  if (![...there].some((path) => path.endsWith('/backup_manifest'))) return 0;
  const expired = Object.entries(state).filter(
    ([path, { at }]) => !there.has(path) && (path.endsWith('.partial') || Date.now() - at > RETENTION),
  );
  for (const [path] of expired) {
    await store.removeObject(bucket, nameOf(path));
    delete state[path];
  }
  return expired.length;
}

/** Uploads a file, unless the bucket has this version. @param {State} state @param {string} path @param {string} version @returns {Promise<number>} how many files were uploaded */
async function bringFile(state, path, version) {
  if (!version || state[path]?.version === version) return 0;
  const content = await openFile(path);
  if (!content) return 0;
  await upload(path, content);
  state[path] = { version, at: Date.now() };
  return 1;
}

/** Uploads the files of a round. @param {State} state @param {keyof typeof ROUNDS} round @returns {Promise<number>} how many files were uploaded */
async function bringFiles(state, round) {
  let uploaded = 0;
  for (const path of listCopy().filter((one) => roundOf(one) === round))
    uploaded += await bringFile(state, path, versionOf(path));
  return uploaded;
}

/** One round of WAL. @param {State} state @returns {Promise<number>} how many files were uploaded */
async function bringWal(state) {
  const uploaded = await bringFiles(state, 'wal');
  if (uploaded > 0) writeState(state);
  return uploaded;
}

/** One round of base backups. @param {State} state @returns {Promise<number>} how many files were uploaded */
async function bringBases(state) {
  const uploaded = await bringFiles(state, 'bases');
  if (uploaded > 0) writeState(state);
  writeFileSync(join(COPY, BASES_DATE), '');
  return uploaded;
}

/** Uploads the index, or within the hour only its changes. @param {State} state @param {string} version @param {Buffer | undefined} bytes @returns {Promise<number>} how many files were uploaded */
async function bringIndex(state, version, bytes) {
  if (!bytes || state[INDEX]?.version === version) return 0;
  const index = JSON.parse(bytes.toString());
  if (whole && Date.now() - whole.at < INDEX_EVERY) {
    const changes = { base: whole.hash, entries: changedEntries(whole.index, index) };
    await upload(CHANGES, Readable.from([JSON.stringify(changes)]));
  } else {
    await upload(INDEX, Readable.from([bytes]));
    await store.removeObject(bucket, nameOf(CHANGES));
    whole = { at: Date.now(), hash: hashOf(bytes), index };
  }
  state[INDEX] = { version, at: Date.now() };
  return 1;
}

/** Applies the changes that were fetched to the index. */
function mergeIndex() {
  const [path, changesPath] = [join(COPY, INDEX), join(COPY, CHANGES)];
  if (!existsSync(changesPath)) return;
  const merged = withChanges(readFileSync(path), JSON.parse(readFileSync(changesPath, 'utf8')));
  writeFileSync(path, JSON.stringify(merged), { mode: 0o600 });
  rmSync(changesPath);
}

/** One round of everything else. @param {State} state @returns {Promise<number>} how many files were uploaded */
async function bringRest(state) {
  // Read before the listing, so that each object that it names is among the files.
  const indexVersion = versionOf(INDEX);
  const index = indexVersion ? readFileSync(join(COPY, INDEX)) : undefined;
  let uploaded = await bringFiles(state, 'rest');
  uploaded += await bringIndex(state, indexVersion, index);
  if ((await removeExpired(state)) + uploaded > 0) writeState(state);
  return uploaded;
}

const ROUNDS = { wal: bringWal, bases: bringBases, rest: bringRest };

/** Dates the state, whose age is an alert: WAL and objects were elsewhere at the older end of a round. @param {number[]} completed milliseconds since the epoch */
function dateState(completed) {
  const at = new Date(Math.min(...completed));
  utimesSync(STATE, at, at);
}

async function bring() {
  const state = await readState();
  const uploaded = await Promise.all(Object.values(ROUNDS).map((round) => round(state)));
  writeState(state);
  process.stdout.write(`${uploaded.reduce((all, one) => all + one, 0)} files uploaded\n`);
}

async function keep() {
  const before = statSync(STATE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const state = await readState();
  // Without the base backups, whose upload may take longer than the alert waits; they have a date of their own.
  /** @type {Partial<Record<keyof typeof ROUNDS, number>>} */
  const completed = { wal: before, rest: before };
  const loops = Object.entries(ROUNDS).map(async ([name, round]) => {
    for (;;) {
      try {
        const uploaded = await round(state);
        if (name === 'bases' && uploaded > 0) process.stdout.write('all base backups are elsewhere\n');
        if (name in completed) completed[/** @type {keyof typeof ROUNDS} */ (name)] = Date.now();
      } catch (cause) {
        process.stderr.write(`the copy could not be uploaded: ${cause instanceof Error ? cause.message : cause}\n`);
      }
      dateState(Object.values(completed));
      await delay(EVERY);
    }
  });
  await Promise.all(loops);
}

/** @param {string} name */
async function download(name) {
  const path = join(COPY, pathOf(name));
  if (!path.startsWith(`${COPY}/`)) throw new Error(`the bucket has an object outside of the copy: ${name}`);
  mkdirSync(dirname(path), { recursive: true });
  const sealed = `${path}.age.new`;
  await store.fGetObject(bucket, name, sealed);
  const decrypt = ['--decrypt', '--identity', setting('AGE_IDENTITY_FILE'), sealed];
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  await age(decrypt, ({ stdout }) => (isWal(name) ? pipeline(stdout, createGunzip(), file) : pipeline(stdout, file)));
  rmSync(sealed);
}

async function fetchAll() {
  if (existsSync(STATE)) return void process.stdout.write('The copy here is the one in the bucket.\n');
  // A new installation has copied its empty database already.
  for (const part of ['postgres', 'objects']) rmSync(join(COPY, part), { recursive: true, force: true });
  /** @type {State} */
  const state = {};
  for await (const { name, lastModified } of store.listObjectsV2(bucket, '', true)) {
    if (!name?.endsWith('.age')) continue;
    await download(name);
    state[pathOf(name)] = { version: versionOf(pathOf(name)), at: lastModified?.getTime() ?? Date.now() };
  }
  if (Object.keys(state).length === 0) throw new Error(`the bucket ${bucket} is empty`);
  mergeIndex();
  delete state[CHANGES];
  if (state[INDEX]) state[INDEX].version = versionOf(INDEX);
  for (const base of readdirSync(BASES))
    if (!existsSync(join(BASES, base, 'backup_manifest'))) rmSync(join(BASES, base), { recursive: true });
  writeState(state);
  process.stdout.write(`${Object.keys(state).length} files fetched and decrypted\n`);
}

const verbs = {
  keep,
  bring,
  fetch: fetchAll,
};
const verb = process.argv[2] ?? 'keep';
if (!(verb in verbs)) throw new Error(`offsite.mjs takes ${Object.keys(verbs).join(', ')}`);
await verbs[/** @type {keyof typeof verbs} */ (verb)]();
