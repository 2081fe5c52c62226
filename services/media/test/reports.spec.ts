import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, userDeleted } from '@duet/contracts';
import { DAY, runAdmin } from '@duet/service-kit';
import { TestClock, eventually, whileLocked } from '@duet/testing';
import { options } from '../src/data-source.js';
import { storageCommands } from '../src/operators/storage-commands.js';
import { reportCommands } from '../src/reports/report-commands.js';
import { ReportFilesService } from '../src/reports/report-files.service.js';
import { DataKeys } from '../src/sealing/data-keys.service.js';
import { SealedObjects } from '../src/sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../src/storage/object-deletion-queue.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { type MessagingPeers, TestCouple, bury, load, send, staged, stagedFor, startMessagingPeer } from './couples.js';
import { deleteQueuedObjects, makeJobsDue } from './due-jobs.js';
import { recording } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { type RunningMedia, tokenOf } from './running-media.js';

const clock = new TestClock();
let scene: MediaScene<MessagingPeers>;
let media: RunningMedia;
let folder: string;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer, {}, clock);
  ({ media } = scene);
  folder = mkdtempSync(join(tmpdir(), 'duet-reports-'));
});

afterAll(async () => {
  await scene.stop();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => {
  scene.gate.mood = 'open';
});

async function keep(userId: string, reportId: string, ids: unknown, token = tokenOf(userId)): Promise<number> {
  const { status } = await fetch(`${media.url}/report-files/${reportId}`, {
    method: 'POST',
    body: JSON.stringify({ ids }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return status;
}

interface Row {
  fileId: string;
  object: string | null;
  source: { name: string } | null;
}

const filesOf = (reportId: string): Promise<Row[]> =>
  media.rows<Row>('SELECT file_id AS "fileId", object, source FROM report_files WHERE report_id = $1', [reportId]);

async function copied(reportId: string): Promise<string> {
  return eventually(async () => {
    await makeJobsDue(media, 'report-file');
    const [row] = await filesOf(reportId);
    if (!row?.object) throw new Error('the file is not copied yet');
    return row.object;
  }, 20_000);
}

/** A file of a message. */
async function shared(couple: TestCouple, text: string): Promise<string> {
  const [id = ''] = await staged(media, couple.b._id, [{ name: 'threat.txt', bytes: text }]);
  await send(media, couple, [id]);
  return id;
}

const admin = (...argv: string[]): Promise<string> =>
  runAdmin(
    options(media.database.url),
    reportCommands(() => media.app.get(SealedObjects)),
    ['--as', 'Olga', '--reason', 'abuse', '--json', ...argv],
  );

async function writtenTo(into: string, reportId: string): Promise<string[]> {
  const files: { path: string }[] = JSON.parse(await admin('reports', 'files', reportId, into));
  return files.map(({ path }) => path);
}

/** The bytes that an operator reads. */
async function read(reportId: string): Promise<string[]> {
  const into = join(folder, randomUUID());
  return (await writtenTo(into, reportId)).map((path) => readFileSync(path, 'utf8'));
}

const exists = async (name: string): Promise<boolean> => (await media.app.get(ObjectStore).open(name)) !== null;

describe('a reported file', () => {
  it('is copied under the key of the report, which shows it when message, couple and accounts are gone', async () => {
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    const id = await shared(couple, 'I know where you live');
    expect(await keep(couple.a._id, reportId, [id])).toBe(200);
    const object = await copied(reportId);
    expect(String(await media.app.get(ObjectStore).range(object, 0, 2_000))).not.toContain('where you live');
    await bury(media, couple, [id]);
    await eventually(async () => expect((await load(media, couple.a._id, id)).status).toBe(404));
    for (const userId of couple.members) await media.bus.publish(userDeleted, userId, { userId });
    const lost = "SELECT 1 FROM data_keys WHERE owner_id = $1 AND owner_kind = 'couple' AND sealed IS NULL";
    await eventually(async () => expect(await media.rows(lost, [couple.id])).toHaveLength(1));
    await deleteQueuedObjects(media);
    expect(await read(reportId)).toEqual(['I know where you live']);
  });

  it('is refused as unavailable while the database is silent, without a part of it; repeated, it is kept', async () => {
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    const ids = [await shared(couple, 'the first'), await shared(couple, 'the second')];
    for (const table of ['report_files', 'jobs']) {
      const status = await whileLocked(media.database.url, `media.${table}`, () => keep(couple.a._id, reportId, ids));
      expect([table, status]).toEqual([table, 503]);
      expect(await filesOf(reportId)).toEqual([]);
    }
    for (let times = 0; times < 2; times += 1) expect(await keep(couple.a._id, reportId, ids)).toBe(200);
    await copied(reportId);
    await eventually(async () => expect((await read(reportId)).toSorted()).toEqual(['the first', 'the second']));
  });

  it('is kept although its message is deleted before it could be copied', async () => {
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    const id = await shared(couple, 'gone at once');
    scene.gate.mood = 'down';
    expect(await keep(couple.a._id, reportId, [id])).toBe(200);
    const [row] = await filesOf(reportId);
    const source = String(row?.source?.name);
    await bury(media, couple, [id]);
    await eventually(async () =>
      expect(
        await media.rows("SELECT 1 FROM jobs WHERE queue = 'object-deletion' AND key = $1", [source]),
      ).toHaveLength(1),
    );
    // The copy waits, so that the deletion comes first.
    const wait = "UPDATE jobs SET due_at = '2999-01-01' WHERE queue = 'report-file' AND lease IS NULL RETURNING key";
    await eventually(async () => expect((await media.rows<unknown[]>(wait))[0]).not.toEqual([]));
    scene.gate.mood = 'open';
    const postponed =
      "SELECT 1 FROM jobs WHERE queue = 'object-deletion' AND key = $1 AND lease IS NULL AND attempts = 0 AND due_at > 'epoch'";
    await makeJobsDue(media, 'object-deletion');
    media.app.get(ObjectDeletionQueue).kick();
    await eventually(async () => expect(await media.rows(postponed, [source])).toHaveLength(1));
    expect(await exists(source)).toBe(true);
    await copied(reportId);
    await deleteQueuedObjects(media, 20_000);
    expect(await exists(source)).toBe(false);
    expect(await read(reportId)).toEqual(['gone at once']);
  });

  it('of a voice note that is not converted yet is the recording', async () => {
    const spoken = await recording();
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    const [id = ''] = await staged(media, couple.b._id, [{ name: 'voice.webm', bytes: spoken }], 'voice');
    expect(await keep(couple.a._id, reportId, [id])).toBe(200);
    await copied(reportId);
    const [path = ''] = await writtenTo(join(folder, randomUUID()), reportId);
    expect(readFileSync(path).equals(spoken)).toBe(true);
  });

  it('may be of a couple that has ended, and belongs to a member', async () => {
    const couple = await new TestCouple(media).link();
    const [stranger] = (await new TestCouple(media).link()).members;
    const id = await shared(couple, 'x');
    await couple.unlink();
    const [own, foreign] = [randomUUID(), randomUUID()];
    expect(await keep(couple.a._id, own, [id])).toBe(200);
    expect(await keep(stranger, foreign, [id])).toBe(200);
    expect(await filesOf(own)).toHaveLength(1);
    expect(await filesOf(foreign)).toEqual([]);
  });

  it('is one however often it is reported, and a file of a capsule is none', async () => {
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    const id = await shared(couple, 'x');
    const buried = await stagedFor(media, couple.b._id, randomUUID(), { name: 'a.png', bytes: await plain('png') });
    await Promise.all([1, 2, 3].map(() => keep(couple.a._id, reportId, [id, buried])));
    expect(await filesOf(reportId)).toMatchObject([{ fileId: id }]);
    const object = await copied(reportId);
    await keep(couple.a._id, reportId, [id]);
    expect(await filesOf(reportId)).toMatchObject([{ object, source: null }]);
  });

  it.each<[string, string, unknown, number]>([
    ['no ids', randomUUID(), [], 400],
    ['101 ids', randomUUID(), Array.from({ length: 101 }, () => randomUUID()), 400],
    ['something else', randomUUID(), ['x'], 400],
    ['a report that is no id', 'x', [randomUUID()], 404],
  ])('is refused with %s', async (_what, reportId, ids, status) => {
    expect(await keep(randomUUID(), reportId, ids)).toBe(status);
    expect(await keep(randomUUID(), reportId, ids, 'none')).toBe(401);
  });

  it('is deleted with its key after 180 days', async () => {
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    await keep(couple.a._id, reportId, [await shared(couple, 'x')]);
    const object = await copied(reportId);
    const reports = media.app.get(ReportFilesService);
    clock.forward((LIMITS.reportDays - 1) * DAY);
    await reports.deleteExpired();
    expect(await filesOf(reportId)).toHaveLength(1);
    clock.forward(DAY);
    await reports.deleteExpired();
    expect(await filesOf(reportId)).toEqual([]);
    await deleteQueuedObjects(media, 20_000);
    expect(await exists(object)).toBe(false);
    expect(await media.app.get(DataKeys).of('report', reportId)).toBeNull();
    await expect(admin('reports', 'files', reportId, folder)).rejects.toThrow('There are no files of such a report.');
  });

  it('that an operator reads leaves an act', async () => {
    const couple = await new TestCouple(media).link();
    const reportId = randomUUID();
    await keep(couple.a._id, reportId, [await shared(couple, 'x')]);
    await copied(reportId);
    await read(reportId);
    const acts = 'SELECT operator, act FROM admin_acts WHERE act LIKE $1';
    expect(await media.rows(acts, [`reports files ${reportId}%`])).toMatchObject([{ operator: 'Olga' }]);
  });
});

describe('the schema', () => {
  it('matches the entities', async () => expect(await media.drift()).toEqual([]));
});

describe('duet-admin about storage', () => {
  const storage = async (...argv: string[]) =>
    JSON.parse(
      await runAdmin(options(media.database.url), storageCommands, [
        ...['--as', 'Olga', '--reason', 'ticket 7', '--json', 'storage', ...argv],
      ]),
    );

  it('shows the bytes of a couple, and the couples that store most first', async () => {
    const couple = await new TestCouple(media).link();
    await shared(couple, 'twelve bytes');
    expect(await storage('show', couple.id)).toEqual({
      couple: couple.id,
      active: true,
      bytes: 12,
      percentOfQuota: 0,
      purging: false,
    });
    const listed: { couple: string; bytes: number }[] = await storage('list');
    expect(listed.map(({ bytes }) => bytes)).toEqual(listed.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
    expect(listed.map(({ couple: id }) => id)).toContain(couple.id);
  });

  it.each([randomUUID(), 'x'])('refuses the unknown couple %j', async (id) => {
    await expect(storage('show', id)).rejects.toThrow('There is no such couple.');
  });
});
