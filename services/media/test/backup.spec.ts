import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { eventually } from '@duet/testing';
import { ObjectJournal } from '../src/storage/object-journal.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { plain } from './pictures.js';
import { RunningMedia } from './running-media.js';

const SCRIPTS = join(import.meta.dirname, '..', '..', '..', 'infra', 'deploy', 'backup');

interface Entry {
  name: string;
  removed: boolean;
}

let media: RunningMedia;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  media = await RunningMedia.start({ S3_BUCKET: `test-${randomBytes(8).toString('hex')}` });
  await eventually(async () => expect(await media.readiness()).toMatchObject({ ready: true }));
  folder = mkdtempSync(join(tmpdir(), 'duet-backup-test-'));
  const { DATABASE_URL, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = media.config;
  const database = new URL(DATABASE_URL).pathname.slice(1);
  env = {
    PATH: process.env['PATH'],
    ADMIN_DATABASE_URL: process.env['ADMIN_DATABASE_URL'],
    DATABASE_NAME: database,
    JOURNAL_ROLE: `${database}_backup`,
    JOURNAL_URL_FILE: join(folder, 'url'),
    JOURNAL_DATABASE_URL_FILE: join(folder, 'url'),
    BACKUP_DIR: folder,
    S3_ENDPOINT,
    S3_BUCKET,
    S3_ACCESS_KEY,
    S3_SECRET_KEY,
  };
  await script('journal-reader');
}, 60_000);

afterAll(async () => {
  await media.stop();
  rmSync(folder, { recursive: true });
});

async function script(name: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(SCRIPTS, `${name}.mjs`), ...args], { env });
  return stdout.trim();
}

const bring = () => script('objects', 'bring');
const journal = () => media.rows<Entry>('SELECT name, removed FROM object_journal ORDER BY id');
const picture = async () => ({ bytes: await plain('png'), name: 'me.png' });
const stored = async (name: string) => (await media.app.get(ObjectStore).open(name)) !== null;

/** Uploads an avatar. @returns the names of its objects */
async function uploadAvatar(userId: string): Promise<string[]> {
  const { avatar } = await media.uploaded(userId, await picture());
  const key = avatar?.split('/').find((part) => /^[0-9a-f]{32}$/.test(part)) ?? '';
  return [512, 128].map((size) => `avatar-${key}-${size}.sealed`);
}

async function removeAvatar(userId: string, names: readonly string[]): Promise<void> {
  await media.remove(userId);
  await eventually(async () => expect((await journal()).filter(({ removed }) => removed)).toHaveLength(names.length));
}

describe('the journal of objects', () => {
  it('names referenced and removed objects, and is pruned after two days', async () => {
    const userId = randomUUID();
    const names = await uploadAvatar(userId);
    expect(await journal()).toEqual(names.map((name) => ({ name, removed: false })));
    await removeAvatar(userId, names);
    expect(
      (await journal())
        .slice(2)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
    await media.rows("UPDATE object_journal SET at = now() - interval '49 hours' WHERE removed");
    await media.app.get(ObjectJournal).prune();
    expect(await journal()).toEqual(names.map((name) => ({ name, removed: false })));
    await media.rows('DELETE FROM object_journal');
  });
});

describe('the backup of objects', () => {
  it('reads the journal with a role that reads nothing else', async () => {
    const url = readFileSync(join(folder, 'url'), 'utf8');
    const role = new URL(url).username;
    const [may] = await media.rows<{ journal: boolean; write: boolean; keys: boolean }>(
      `SELECT has_table_privilege($1, 'object_journal', 'SELECT') AS journal,
         has_table_privilege($1, 'object_journal', 'INSERT') AS write, has_table_privilege($1, 'data_keys', 'SELECT') AS keys`,
      [role],
    );
    expect(may).toEqual({ journal: true, write: false, keys: false });
  });

  it('copies the listed objects, then the journaled ones, and restores missing ones', async () => {
    const [early, late, erased] = [randomUUID(), randomUUID(), `erased-user-${randomUUID()}`];
    const before = await uploadAvatar(early);
    expect(await bring()).toBe('2 objects copied');
    const after = await uploadAvatar(late);
    await media.app.get(ObjectStore).put(erased, Readable.from([Buffer.from('today\n')]), 6);
    // Only the daily listing would find an object that neither the journal nor the list of erasures names.
    await media.app.get(ObjectStore).put('unknown', Readable.from([Buffer.from('hello')]), 5);
    expect(await bring()).toBe('3 objects copied');
    expect(await bring()).toBe('0 objects copied');

    const untilRemoval = new Date().toISOString();
    await removeAvatar(early, before);
    expect(await bring()).toBe('0 objects copied');
    for (const name of [...after, erased]) await media.app.get(ObjectStore).remove(name);
    expect(await script('objects', 'restore')).toBe('3 objects restored');
    expect(await Promise.all([...before, ...after, erased].map(stored))).toEqual([false, false, true, true, true]);

    env['RESTORE_TO'] = untilRemoval;
    expect(await script('objects', 'restore')).toBe('2 objects restored');
    delete env['RESTORE_TO'];
    expect(await bring()).toBe('1 objects copied');
    expect(await script('objects', 'check')).toBe('{"objects":6,"differing":[]}');
  }, 60_000);

  it('deletes the copy of a removed object after the retention time', async () => {
    const userId = randomUUID();
    await media.rows('DELETE FROM object_journal');
    const names = await uploadAvatar(userId);
    expect(await bring()).toBe('2 objects copied');
    await removeAvatar(userId, names);
    await media.rows("UPDATE object_journal SET at = at - interval '1 minute' WHERE removed");
    await media.rows("UPDATE object_journal SET at = at - interval '70 seconds' WHERE NOT removed");
    await script('objects', 'bring');
    expect(readFileSync(join(folder, 'objects', 'index.json'), 'utf8')).toContain(names[0]);
    env['BACKUP_DAYS'] = '0.0001';
    await bring();
    delete env['BACKUP_DAYS'];
    expect(readFileSync(join(folder, 'objects', 'index.json'), 'utf8')).not.toContain(names[0]);
    await deleteQueuedObjects(media);
  }, 60_000);
});
