import { randomUUID } from 'node:crypto';
import { DEFAULT_SETTINGS, LIMITS, type MessageView, exportReady, exportRequested } from '@duet/contracts';
import { DAY, Health } from '@duet/service-kit';
import { TestClock, accessToken, eventually, exportLink, testKeys } from '@duet/testing';
import { ExportsService } from '../src/exports/exports.service.js';
import { exportCalls } from './export-calls.js';
import { BEN, addEverything } from './export-contents.js';
import { type ExportPeers, type Known, messageOf, startExportPeers, LAST_SEEN } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { RunningMedia, keys } from './running-media.js';
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

const { newPerson, request, rowsOf, isReady, load, linkTo, exported, collected } = exportCalls(() => scene, clock);

it('exports that are given up are counted from 0 on, as the alert needs', async () => {
  expect(await media.app.get(Health).metrics.metrics()).toContain('duet_exports_total{outcome="given-up"} 0\n');
});

describe('an export', () => {
  it('contains everything that the user may see, and nothing else', async () => {
    const person = newPerson();
    const { now, before } = await addEverything(media, person);
    const { exportId } = await request(person);
    await isReady(person);
    const response = await load(linkTo(exportId));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="duet-[\d-]+\.zip"$/),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(Number(response.headers.get('content-length')));
    const files = await unzip(bytes);
    expect([...files.keys()].toSorted()).toEqual([
      'capsules.jsonl',
      'challenge-templates.json',
      'challenges.jsonl',
      'couples.json',
      'daily-questions.json',
      'goals.jsonl',
      'index.html',
      'lists.jsonl',
      'media/avatar.webp',
      'messages.jsonl',
      'profile.json',
      'reports.json',
      'sessions.json',
      'settings.json',
      'stories.jsonl',
      'wishes.jsonl',
    ]);
    const json = (name: string): unknown => JSON.parse(String(files.get(name)));
    expect(json('profile.json')).toEqual(person.profile);
    expect(json('settings.json')).toEqual(DEFAULT_SETTINGS);
    expect(json('sessions.json')).toEqual([expect.objectContaining({ device: 'Firefox on Linux', ip: '192.0.2.7' })]);
    const { partnerId: _now, ...nowRecord } = now;
    const { partnerId: _before, ...beforeRecord } = before;
    expect(json('couples.json')).toEqual([
      { ...nowRecord, lastSeenAt: LAST_SEEN, partner: { ...BEN, lastName: 'Reed', email: 'ben@example.org' } },
      { ...beforeRecord, lastSeenAt: null, partner: { _id: before.partnerId, firstName: 'Cleo', username: 'cleo' } },
    ]);
    const lines = String(files.get('messages.jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as MessageView);
    expect(lines).toEqual(person.messages);
    const buried = String(files.get('capsules.jsonl')).trimEnd().split('\n');
    expect(buried.map((line) => JSON.parse(line) as unknown)).toEqual(
      person.capsules.map(({ record, contributions }) => ({ ...record, contributions })),
    );
    const dared = String(files.get('challenges.jsonl')).trimEnd().split('\n');
    expect(dared.map((line) => JSON.parse(line) as unknown)).toEqual(person.challenges);
    expect(json('goals.jsonl')).toEqual(person.goals[0]);
    expect(json('stories.jsonl')).toEqual(person.stories[0]);
    expect(json('lists.jsonl')).toEqual(person.lists[0]);
    expect(json('wishes.jsonl')).toEqual(person.wishes[0]);
    expect(json('challenge-templates.json')).toEqual(person.templates);
    expect(json('reports.json')).toEqual(person.reports);
    expect(files.get('media/avatar.webp')).toEqual(await media.bytesOf(person.avatar ?? ''));
    expect(media.onDisk()).toEqual([]);
    await eventually(async () =>
      expect(await media.bus.events(exportReady)).toContainEqual(
        expect.objectContaining({ exportId, userId: person.id }),
      ),
    );
    expect(await media.rows("SELECT payload FROM jobs WHERE queue = 'export' AND key = $1", [exportId])).toEqual([]);
  });

  it('asks for what comes with Duet in the language of the person', async () => {
    const [german, plain] = [newPerson(), newPerson()];
    german.language = 'de';
    for (const person of [german, plain]) {
      await request(person);
      await isReady(person);
    }
    expect([[...german.askedIn], [...plain.askedIn]]).toEqual([['de'], ['en']]);
  });

  it('is complete for a user without messages', async () => {
    const person = newPerson();
    const files = await exported(person);
    expect([...files.keys()]).not.toContain('media/avatar.webp');
    expect(String(files.get('messages.jsonl'))).toBe('');
    expect(String(files.get('index.html'))).toContain('No messages.');
  });

  it('is made once for repeated events, and replaced by a newer request', async () => {
    const person = newPerson();
    const first = await request(person);
    await isReady(person);
    const [{ key: old } = { key: null }] = await rowsOf(person);
    await media.bus.publish(exportRequested, person.id, first);
    clock.forward(1_000);
    const second = await request(person);
    await eventually(async () =>
      expect(await media.rows('SELECT id, status FROM exports WHERE user_id = $1', [person.id])).toEqual([
        { id: second.exportId, status: 'ready' },
      ]),
    );
    await media.bus.publish(exportRequested, person.id, first);
    expect((await load(linkTo(first.exportId))).status).toBe(404);
    expect((await load(linkTo(second.exportId))).status).toBe(200);
    expect(await collected(old)).toBe(true);
    expect(await rowsOf(person)).toHaveLength(1);
  });
});

describe('a download link', () => {
  it('opens its own export until it expires, and no other', async () => {
    const person = newPerson();
    const { exportId } = await request(person);
    await isReady(person);
    const [{ key } = { key: null }] = await rowsOf(person);
    const wrong = [
      linkTo(randomUUID()),
      exportLink(testKeys(), exportId),
      exportLink(keys, exportId, -1),
      exportLink(keys, exportId, 60, null),
      accessToken(keys, { userId: person.id, sessionId: exportId }),
      accessToken(keys, { userId: exportId, sessionId: exportId }, 60, 'export'),
      `${linkTo(exportId).slice(0, -4)}AAAA`,
      exportId,
      key ?? '',
    ];
    for (const link of wrong)
      expect(await (await load(link)).json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    expect((await load(linkTo(exportId))).status).toBe(200);
    clock.forward(LIMITS.exportDays * DAY);
    expect((await load(linkTo(exportId))).status).toBe(404);
    await media.app.get(ExportsService).sweep();
    expect(await rowsOf(person)).toEqual([]);
    expect(await collected(key)).toBe(true);
  });
});

it('an export reads a long conversation with one token', async () => {
  const person = newPerson();
  const { coupleId } = person.talk(BEN, []);
  person.messages = Array.from({ length: 1_000 }, (_, index) => messageOf(coupleId, index + 1, BEN, `Line ${index}`));
  known.tokens = 0;
  await request(person);
  await isReady(person);
  expect(known.tokens).toBe(1);
});
