import { randomUUID } from 'node:crypto';
import {
  type RestitutionRecord,
  type RestitutionView,
  exportEnded,
  restitutionReady,
  userDeleted,
} from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import { TestClock, accessToken, eventually, exportLink, restitutionLink, testKeys } from '@duet/testing';
import { RestitutionsService, newRestitutionName } from '../src/restitutions/restitutions.service.js';
import { DataKeys } from '../src/sealing/data-keys.service.js';
import { ObjectDeletionQueue } from '../src/storage/object-deletion-queue.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { TestCouple, bytesOf, stagedFor } from './couples.js';
import { deleteQueuedObjects, makeJobsDue } from './due-jobs.js';
import { type ExportPeers, type Known, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { type RunningMedia, keys, tokenOf } from './running-media.js';
import { unzip } from './unzip.js';

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let media: RunningMedia;
let known: Known;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({
    media,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

afterEach(() => {
  scene.gate.mood = 'open';
  known.beforeRestitution = async () => undefined;
  known.beforeFinish = async () => undefined;
});

const capsule = (title = 'Ten years'): RestitutionRecord['capsule'] => ({
  id: randomUUID(),
  title,
  kind: 'timed',
  createdAt: '2026-01-01T10:00:00.000Z',
  unlockAt: '2036-01-01T10:00:00.000Z',
});

const wrote = (author: string, text: string, more: Partial<RestitutionRecord> = {}): RestitutionRecord => ({
  capsule: capsule(),
  contribution: {
    author,
    text,
    keptMessage: null,
    keptAnswers: null,
    place: null,
    happenedAt: '2026-02-03',
    createdAt: '2026-02-03T10:00:00.000Z',
  },
  ...more,
});

/** A couple that has ended, whose first member has written something. */
async function endedCouple(text = 'a letter'): Promise<TestCouple> {
  const couple = await new TestCouple(media).link();
  known.restitutions.set(couple.a._id, [wrote(couple.a._id, text)]);
  return couple.unlink();
}

async function listOf(userId: string): Promise<RestitutionView[]> {
  const answer = await fetch(`${media.url}/restitutions`, { headers: { authorization: `Bearer ${tokenOf(userId)}` } });
  return ((await answer.json()) as { data: { restitutions: RestitutionView[] } }).data.restitutions;
}

const coupleRows = ({ id }: TestCouple) => media.rows('SELECT id FROM couples WHERE id = $1', [id]);
const isPurged = (couple: TestCouple) =>
  eventually(async () => {
    // A failed attempt is repeated at once.
    await makeJobsDue(media, 'restitution');
    expect(await coupleRows(couple)).toEqual([]);
  }, 20_000);
const nameOf = async (userId: string): Promise<string> => {
  const [row] = await media.rows<{ key: string }>('SELECT key FROM restitutions WHERE user_id = $1', [userId]);
  return row?.key ?? '';
};
const linkTo = (userId: string, id: string) => restitutionLink(keys, { userId, sessionId: randomUUID() }, id);
const load = (link: string) => fetch(`${media.url}/restitutions/${link}`);

/** Purges the couple and returns what its first member got back. */
async function givenBack(couple: TestCouple): Promise<RestitutionView> {
  await couple.purge();
  await isPurged(couple);
  const [view] = await listOf(couple.a._id);
  if (!view) throw new Error('nothing was given back');
  return view;
}

describe('a purged couple', () => {
  it('gives each back their own part, and purges the couple after that', async () => {
    const couple = await new TestCouple(media).link();
    const [ada, bob] = couple.members;
    const first = capsule('Our <trip>');
    const sea = await stagedFor(media, ada, first.id, { name: 'sea.png', bytes: await plain('png') });
    const picture = wrote(ada, 'The first', { capsule: first });
    const attachments = [
      { id: sea, caption: 'The sea' },
      { id: randomUUID(), caption: 'lost' },
    ];
    known.restitutions.set(ada, [
      { ...picture, contribution: { ...picture.contribution, attachments } },
      wrote(ada, 'Another'),
      wrote(ada, 'The second', { capsule: first }),
    ]);
    known.restitutions.set(bob, [wrote(bob, 'of Bob')]);
    await couple.unlink();
    known.beforeFinish = async () => {
      expect([(await listOf(ada)).length, (await listOf(bob)).length]).toEqual([1, 1]);
      expect(await coupleRows(couple)).toHaveLength(1);
    };
    const { _id: id, size, readyAt, expiresAt } = await givenBack(couple);
    expect(Date.parse(expiresAt) - Date.parse(readyAt)).toBe(365 * DAY);
    expect(known.finished.filter((one) => one === couple.id)).toHaveLength(1);
    const answer = await load(linkTo(ada, id));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-length': String(size),
      'content-disposition': expect.stringMatching(/^attachment; filename="duet-[\d-]+\.zip"$/),
    });
    const files = await unzip(await bytesOf(answer));
    const path = `media/${sea.slice(-12)}-sea.png`;
    expect([...files.keys()]).toEqual([path, 'index.html', 'capsules.jsonl']);
    const lines = String(files.get('capsules.jsonl')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { title: 'Our <trip>', contributions: [{ text: 'The first' }, { text: 'The second' }] },
      { title: 'Ten years', contributions: [{ text: 'Another' }] },
    ]);
    const page = String(files.get('index.html'));
    for (const words of ['Our &lt;trip&gt;', `<a href="${path}">The sea</a>`, 'The second'])
      expect(page).toContain(words);
    expect(page).not.toMatch(/of Bob|<script/);
    expect(await media.rows('SELECT 1 FROM attachments WHERE id = $1', [sea])).toEqual([]);
    await eventually(async () =>
      expect(
        (await media.bus.events(restitutionReady)).filter(({ userId }) => couple.members.includes(userId)),
      ).toEqual(expect.arrayContaining([{ restitutionId: id, userId: ada }])),
    );
    expect(media.onDisk()).toEqual([]);
  });

  it('writes the page in the language of each member', async () => {
    const couple = await new TestCouple(media).link();
    for (const member of couple.members) known.restitutions.set(member, [wrote(member, 'a letter')]);
    known.languages.set(couple.a._id, 'de').set(couple.b._id, 'es');
    await couple.unlink();
    await givenBack(couple);
    const pageFor = async (userId: string): Promise<string> => {
      const [view] = await listOf(userId);
      const files = await unzip(await bytesOf(await load(linkTo(userId, view?._id ?? ''))));
      return String(files.get('index.html'));
    };
    expect(await pageFor(couple.a._id)).toMatch(/<html lang="de">[^]*Zurück an dich: Duet/);
    expect(await pageFor(couple.b._id)).toMatch(/<html lang="es">[^]*Devuelto a ti: Duet/);
  });

  it('leaves no file for a member without contributions', async () => {
    const couple = await endedCouple();
    await givenBack(couple);
    expect(await listOf(couple.b._id)).toEqual([]);
  });

  it('is not purged twice by a repeated event', async () => {
    const couple = await endedCouple();
    const { _id: id } = await givenBack(couple);
    await couple.purge();
    const other = await endedCouple();
    await givenBack(other);
    expect(await listOf(couple.a._id)).toMatchObject([{ _id: id }]);
  });

  it.each(['down', 'failing', 'forgetful', 'garbling'] as const)('stays whole while S3 is %s', async (mood) => {
    const couple = await endedCouple();
    scene.gate.mood = mood;
    await couple.purge();
    const attempts = () =>
      media.rows("SELECT 1 FROM jobs WHERE queue = 'restitution' AND key = $1 AND attempts > 0 AND lease IS NULL", [
        couple.id,
      ]);
    await eventually(async () => expect(await attempts()).toHaveLength(1), 20_000);
    expect([known.finished.includes(couple.id), (await coupleRows(couple)).length]).toEqual([false, 1]);
    scene.gate.mood = 'open';
    await isPurged(couple);
    expect(await listOf(couple.a._id)).toHaveLength(1);
  });

  it('waits for memories, and gives back one file for two attempts', async () => {
    const couple = await endedCouple();
    let asked = 0;
    known.beforeFinish = async () => {
      asked += 1;
      if (asked === 1) throw new Error('memories is away');
    };
    const { _id: id } = await givenBack(couple);
    expect([asked, (await listOf(couple.a._id)).length]).toEqual([2, 1]);
    // Another replica that had lost its lease records the same: the first one stays.
    const name = newRestitutionName();
    await media.app.get(ObjectDeletionQueue).reserve([name]);
    await media.app.get(RestitutionsService).record({ coupleId: couple.id, userId: couple.a._id }, { name, bytes: 5 });
    expect(await listOf(couple.a._id)).toMatchObject([{ _id: id }]);
    expect(await media.rows('SELECT key FROM jobs WHERE key = $1', [name])).toHaveLength(1);
  });
});

describe('a restitution', () => {
  it('is sealed with the key of its author', async () => {
    const couple = await endedCouple('canary of the letter');
    await givenBack(couple);
    const stored = await media.app.get(ObjectStore).open(await nameOf(couple.a._id));
    expect(String(Buffer.concat((await stored?.toArray()) ?? []))).not.toContain('capsules.jsonl');
    expect(await media.app.get(DataKeys).of('couple', couple.id)).toBeNull();
  });

  it('opens for its author alone, with a link of its own kind', async () => {
    const couple = await endedCouple();
    const { _id: id } = await givenBack(couple);
    const [ada, bob] = couple.members;
    const me = { userId: ada, sessionId: randomUUID() };
    for (const link of [
      linkTo(bob, id),
      linkTo(ada, randomUUID()),
      exportLink(keys, id),
      accessToken(keys, me),
      restitutionLink(testKeys(), me, id),
      restitutionLink(keys, me, id, -1),
      'a.b.c',
    ])
      expect((await load(link)).status).toBe(404);
    expect((await load(linkTo(ada, id))).status).toBe(200);
    expect(await listOf(bob)).toEqual([]);
    expect((await fetch(`${media.url}/restitutions`)).status).toBe(401);
  });

  it('outlives the endings of trust that end exports', async () => {
    const couple = await endedCouple();
    const { _id: id } = await givenBack(couple);
    const userId = couple.a._id;
    await media.bus.publish(exportEnded, userId, { exportId: id, userId });
    await givenBack(await endedCouple());
    expect((await load(linkTo(userId, id))).status).toBe(200);
  });

  it('ends with the account', async () => {
    const couple = await endedCouple();
    const { _id: id } = await givenBack(couple);
    const [userId, name] = [couple.a._id, await nameOf(couple.a._id)];
    await media.bus.publish(userDeleted, userId, { userId });
    await eventually(async () => expect(await listOf(userId)).toEqual([]));
    expect((await load(linkTo(userId, id))).status).toBe(404);
    await deleteQueuedObjects(media);
    expect(await media.app.get(ObjectStore).open(name)).toBeNull();
  });

  it('is not made for an account that is deleted while it is prepared', async () => {
    const couple = await endedCouple();
    const userId = couple.a._id;
    known.beforeRestitution = async (coupleId) => {
      if (coupleId === couple.id) await media.app.get(RestitutionsService).erase(userId);
    };
    await couple.purge();
    await isPurged(couple);
    expect(await listOf(userId)).toEqual([]);
    // Too late to be noticed before the file is stored.
    const name = newRestitutionName();
    await media.app.get(ObjectDeletionQueue).reserve([name]);
    await media.app.get(RestitutionsService).record({ coupleId: couple.id, userId }, { name, bytes: 5 });
    expect(await listOf(userId)).toEqual([]);
  });

  it('is deleted after a year', async () => {
    const couple = await endedCouple();
    const { _id: id } = await givenBack(couple);
    const [userId, name] = [couple.a._id, await nameOf(couple.a._id)];
    clock.forward(365 * DAY - 60_000);
    await media.app.get(RestitutionsService).deleteExpired();
    expect(await listOf(userId)).toHaveLength(1);
    clock.forward(60_000);
    expect([await listOf(userId), (await load(linkTo(userId, id))).status]).toEqual([[], 404]);
    await media.app.get(RestitutionsService).deleteExpired();
    await deleteQueuedObjects(media);
    expect(await media.app.get(ObjectStore).open(name)).toBeNull();
  });
});
