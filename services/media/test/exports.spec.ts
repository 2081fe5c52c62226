import { randomUUID } from 'node:crypto';
import {
  type DailyRecord, DEFAULT_SETTINGS, type ExportRequested, LIMITS, type MessageView, exportFailed, exportReady, exportRequested, userDeleted, attachmentPath,
} from '@duet/contracts';
import { accessToken, eventually, exportLink, testKeys } from '@duet/testing';
import { ExportWorker } from '../src/exports/export-worker.js';
import { ExportsService, LEASE, newExportName } from '../src/exports/exports.service.js';
import { DoomedObjects } from '../src/storage/doomed-objects.service.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { TestCouple, staged } from './couples.js';
import { Belongings, type ExportPeers, type Known, messageOf, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { RunningMedia, keys, tokenOf } from './running-media.js';
import type { S3Gate } from './s3-gate.js';
import { TestClock } from './test-clock.js';
import { unzip } from './unzip.js';

const DAY = 24 * 60 * 60_000;
const BEN = { _id: randomUUID(), firstName: 'Ben', username: 'ben' };

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let gate: S3Gate;
let media: RunningMedia;
let known: Known;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({ media, gate, peers: { known } } = scene);
});

afterAll(() => scene.stop());

afterEach(() => {
  gate.mood = 'open';
  known.beforePage = async () => undefined;
});

function somebody(): Belongings {
  const person = new Belongings();
  known.people.set(person.id, person);
  return person;
}

const wish = (person: Belongings): ExportRequested => {
  const exportId = randomUUID();
  known.exports.set(exportId, person);
  return { exportId, userId: person.id, secret: person.secret, requestedAt: clock.now().toISOString() };
};

async function request(person: Belongings): Promise<ExportRequested> {
  const fact = wish(person);
  await media.bus.tell(exportRequested, person.id, fact);
  return fact;
}

interface Row {
  status: string;
  attempts: number;
  key: string | null;
}

const rowsOf = ({ id }: Belongings) => media.rows<Row>('SELECT status, attempts, key FROM exports WHERE user_id = $1', [id]);
const isReady = (person: Belongings) => eventually(async () => expect(await rowsOf(person)).toEqual([expect.objectContaining({ status: 'ready' })]), 15_000);
const load = (link: string) => fetch(`${media.url}/exports/${link}`);
const linkTo = (exportId: string) => exportLink(keys, exportId);

/** What is doomed is due now. @returns what the bucket holds of exports after that, by the names that were ever used */
async function collected(...names: (string | null)[]): Promise<boolean> {
  await media.rows('UPDATE doomed_objects SET due_at = now()');
  media.app.get(DoomedObjects).kick();
  await eventually(async () => expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]));
  const held = await Promise.all(names.map((name) => name && media.app.get(ObjectStore).open(name)));
  return held.every((object) => !object);
}

const kick = () => media.app.get(ExportWorker).kick();

describe('an export', () => {
  it('holds the files of the messages, and a page on which they are seen, heard and found', async () => {
    const person = somebody();
    const couple = await new TestCouple(media, person.id).link();
    const sent = [
      { name: 'Ümläut & <b>.txt', bytes: 'hello' },
      { name: 'us.png', bytes: await plain('png') },
    ];
    const [text = '', picture = ''] = await staged(media, person.id, sent);
    const now = person.talk(BEN, ['Look', 'And this is gone']);
    const view = (id: string, kind: 'image' | 'file') => ({ id, kind, url: attachmentPath(id), filename: 'whatever', size: 1, mimeType: 'x/y' });
    const [look, gone] = person.messages;
    if (!look || !gone) throw new Error(now.coupleId);
    Object.assign(look, { attachments: [view(text, 'file'), view(picture, 'image')] });
    Object.assign(gone, { attachments: [{ ...view(randomUUID(), 'file'), transcript: 'said & <i>heard</i>' }] });
    const [found = ''] = await staged(media, person.id, [{ name: 'preview.png', bytes: await plain('png') }]);
    const image = { id: found, url: attachmentPath(found), width: 1, height: 1, blur: 'data:' };
    Object.assign(gone, { preview: { url: 'https://site.example/', siteName: 'Site', title: 'A <b>page</b>', description: null, image } });
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    const [textPath, picturePath] = [`media/${text.slice(-12)}-Ümläut & _b_.txt`, `media/${picture.slice(-12)}-us.png`];
    expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([textPath, picturePath, `media/${found.slice(-12)}-preview.png`]);
    expect(String(files.get(textPath))).toBe('hello');
    const kept = await fetch(`${media.url}/attachments/${picture}/original`, { headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` } });
    expect(files.get(picturePath)).toEqual(Buffer.from(await kept.arrayBuffer()));
    const page = String(files.get('index.html'));
    expect(page).toContain(`<a href="media/${encodeURIComponent(textPath.slice(6))}">`);
    expect(page).toContain(`src="media/${encodeURIComponent(picturePath.slice(6))}"`);
    expect(page).toContain('<b>Site</b> A &lt;b&gt;page&lt;/b&gt; ');
    expect(page).toContain(`src="media/${found.slice(-12)}-preview.png"`);
    expect(page.match(/<p class="soft">whatever<\/p><p dir="auto">said &amp; &lt;i&gt;heard&lt;\/i&gt;<\/p>/g)).toHaveLength(1);
  });

  it('holds what the person has and could see, file by file, and nothing else', async () => {
    const person = somebody();
    const { avatar } = await media.uploaded(person.id, { bytes: await plain('png'), name: 'me.png' });
    person.avatar = avatar;
    const now = person.talk(BEN, Array.from({ length: 2 * LIMITS.exportPage + 50 }, (_, index) => `Line ${index}`));
    const [first, second] = person.messages;
    if (!first || !second) throw new Error('nothing was said');
    Object.assign(first, { content: '<script>alert(1)</script> & "quoted"', reactions: [{ emoji: '👍', user: BEN._id }], editedAt: first.createdAt });
    Object.assign(second, { replyTo: { _id: first._id, seq: 1, rev: 1, sender: first.sender, content: 'quoted words', deletedAt: null } });
    const before = person.talk({ _id: randomUUID(), firstName: 'Cleo', username: 'cleo' }, ['Old words'], '2026-02-20T00:00:00.000Z');
    Object.assign(now, { nickname: 'Benny <3', togetherSince: '2020-02-29' });
    now.dates.push({ title: 'The ring & the <vow>', date: '2026-12-24', yearly: true, remindDaysBefore: [3], private: true, createdByMe: true });
    person.status = {
      hasPartner: true, pendingRequests: 0, couple: { _id: now.coupleId, chatId: now.coupleId, linkedAt: now.linkedAt, timezone: now.timezone, togetherSince: '2026-01-01', togetherSinceVersion: 0, version: 1 }, nickname: null,
      partner: { ...BEN, id: BEN._id, lastName: 'Reed', fullName: 'Ben Reed', avatar: null, email: 'ben@example.org' },
    };
    const { exportId } = await request(person);
    await isReady(person);
    const response = await load(linkTo(exportId));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-disposition': expect.stringMatching(/^attachment; filename="duet-[\d-]+\.zip"$/),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(Number(response.headers.get('content-length')));
    const files = await unzip(bytes);
    expect([...files.keys()].toSorted()).toEqual(['couples.json', 'daily-questions.json', 'index.html', 'media/avatar.webp', 'messages.jsonl', 'profile.json', 'sessions.json', 'settings.json']);
    const json = (name: string): unknown => JSON.parse(String(files.get(name)));
    expect(json('profile.json')).toEqual(person.profile);
    expect(json('settings.json')).toEqual(DEFAULT_SETTINGS);
    expect(json('sessions.json')).toEqual([expect.objectContaining({ device: 'Firefox on Linux', ip: '192.0.2.7' })]);
    const { partnerId: _now, ...nowRecord } = now;
    const { partnerId: _before, ...beforeRecord } = before;
    expect(json('couples.json')).toEqual([
      { ...nowRecord, partner: { ...BEN, lastName: 'Reed', email: 'ben@example.org' } },
      { ...beforeRecord, partner: { _id: before.partnerId, firstName: 'Cleo', username: 'cleo' } },
    ]);
    const lines = String(files.get('messages.jsonl')).trimEnd().split('\n').map((line) => JSON.parse(line) as MessageView);
    expect(lines).toEqual(person.messages);
    expect(files.get('media/avatar.webp')).toEqual(await media.bytesOf(avatar ?? ''));
    expect(media.onDisk()).toEqual([]);
    await eventually(async () => expect(await media.bus.facts(exportReady)).toContainEqual(expect.objectContaining({ exportId, userId: person.id })));
    expect(await media.rows('SELECT secret FROM exports WHERE id = $1', [exportId])).toEqual([{ secret: null }]);

    const page = String(files.get('index.html'));
    expect(page.match(/<li class="(?:mine|theirs)">/g)).toHaveLength(person.messages.length);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;');
    expect(page).not.toMatch(/<script|<img src=x|https?:\/\//);
    expect(page).toContain('light-dark(');
    // Half past eleven at night in Berlin, so a few lines later it is the next day there.
    expect(page.match(/<h4>[^<]+<\/h4>/g)?.slice(0, 2)).toEqual(['<h4>Sunday, February 1, 2026</h4>', '<h4>Monday, February 2, 2026</h4>']);
    for (const words of ['(<bdi>Benny &lt;3</bdi>)', 'Together since Saturday, February 29, 2020', '<bdi>The ring &amp; the &lt;vow&gt;</bdi> <span class="soft">Thursday, December 24, 2026, every year, only you see this</span>']) {
      expect(page).toContain(words);
    }
    expect(page).toContain('<h3>With <bdi>Ben</bdi></h3>');
    expect(page).toContain('<h3>With <bdi>Cleo</bdi></h3>');
    expect(page).toContain('quoted words</blockquote>');
    expect(page).toContain('src="data:image/webp;base64,');
  });

  it('tells of the daily questions: what one has answered, and what both have', async () => {
    const person = somebody();
    const { coupleId } = person.talk(BEN, ['Hello']);
    const said = (text: string, value: number | null = null) => ({ value, guess: null, text, answeredAt: '2026-02-01T10:00:00.000Z', version: 1 });
    const day = (dayKey: string): DailyRecord => ({ coupleId, dayKey, text: 'How <b>are</b> you?', type: 'open', options: [], category: 'us', mine: said('My own words'), theirs: null, reactions: [] });
    person.days = [
      day('2026-02-01'),
      { ...day('2026-02-02'), type: 'single', options: ['Tea & cake', 'Soup'], mine: said('', 0), theirs: said('always', 1), reactions: [{ emoji: '😋', user: BEN._id }] },
      { ...day('2026-02-03'), type: 'scale', options: ['Low', 'High'], mine: said('', 4) },
    ];
    person.written = [{ _id: randomUUID(), coupleId, text: 'Shall we <i>dance</i>?', type: 'open', options: [], createdAt: '2026-02-01T10:00:00.000Z' }];
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    expect(JSON.parse(String(files.get('daily-questions.json')))).toEqual({ days: person.days, written: person.written });
    const page = String(files.get('index.html'));
    for (const words of ['Tuesday, February 3, 2026', 'How &lt;b&gt;are&lt;/b&gt; you?', '<dd dir="auto">My own words</dd>', '<dd dir="auto">Tea &amp; cake</dd>', '<dt><bdi>Ben</bdi></dt><dd dir="auto">Soup. always</dd>', '4 of 5 (Low to High)', '😋', 'Shall we &lt;i&gt;dance&lt;/i&gt;?']) expect(page).toContain(words);
    expect(page.match(/<dt><bdi>Ben/g)).toHaveLength(1);
  });

  it('of somebody who has said nothing is whole too', async () => {
    const person = somebody();
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    expect([...files.keys()]).not.toContain('media/avatar.webp');
    expect(String(files.get('messages.jsonl'))).toBe('');
    expect(String(files.get('index.html'))).toContain('No messages.');
  });

  it('is one however often the same wish comes, and a newer wish takes the place of an older one', async () => {
    const person = somebody();
    const first = await request(person);
    await isReady(person);
    const [{ key: old } = { key: null }] = await rowsOf(person);
    await media.bus.tell(exportRequested, person.id, first);
    clock.forward(1_000);
    const second = await request(person);
    await eventually(async () => expect(await media.rows('SELECT id, status FROM exports WHERE user_id = $1', [person.id])).toEqual([{ id: second.exportId, status: 'ready' }]));
    await media.bus.tell(exportRequested, person.id, first);
    expect((await load(linkTo(first.exportId))).status).toBe(404);
    expect((await load(linkTo(second.exportId))).status).toBe(200);
    expect(await collected(old)).toBe(true);
    expect(await rowsOf(person)).toHaveLength(1);
  });
});

describe('a link', () => {
  it('opens its own export until it runs out, and nothing else does', async () => {
    const person = somebody();
    const { exportId } = await request(person);
    await isReady(person);
    const [{ key } = { key: null }] = await rowsOf(person);
    const wrong = [
      linkTo(randomUUID()),
      exportLink(testKeys(), exportId),
      exportLink(keys, exportId, -1),
      accessToken(keys, { userId: person.id, sessionId: exportId }),
      accessToken(keys, { userId: exportId, sessionId: exportId }, 60, 'export'),
      `${linkTo(exportId).slice(0, -4)}AAAA`,
      exportId,
      key ?? '',
    ];
    for (const link of wrong) expect(await (await load(link)).json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    expect((await load(linkTo(exportId))).status).toBe(200);
    clock.forward(LIMITS.exportLinkDays * DAY);
    expect((await load(linkTo(exportId))).status).toBe(404);
    await media.app.get(ExportsService).sweep();
    expect(await rowsOf(person)).toEqual([]);
    expect(await collected(key)).toBe(true);
  });
});

describe('a worker that dies', () => {
  it('leaves its job to the next when its lease has run out, and no object without a row', async () => {
    const person = somebody();
    const exports = media.app.get(ExportsService);
    // It has claimed the job, has stored its ZIP and is gone before it could say so.
    await exports.add(wish(person));
    const dead = await exports.claim();
    if (!dead) throw new Error('there was no job');
    const orphan = newExportName();
    await media.app.get(DoomedObjects).reserve([orphan]);
    await media.app.get(ObjectStore).put(orphan, Buffer.from('half done'), 'application/zip');
    kick();
    expect(await exports.claim()).toBeNull();
    clock.forward(LEASE + 1);
    kick();
    await isReady(person);
    expect(await rowsOf(person)).toEqual([expect.objectContaining({ attempts: 2 })]);
    // It was not dead, only slow: what it brings now is not taken.
    expect(await exports.renew(dead)).toBe(false);
    const late = newExportName();
    await media.app.get(DoomedObjects).reserve([late]);
    await exports.finish(dead, { name: late, bytes: 1 });
    expect(await collected(orphan, late)).toBe(true);
    expect((await load(linkTo(dead.id))).status).toBe(200);
  });
});

describe('while S3 cannot store', () => {
  it.each(['down', 'failing', 'forgetful', 'garbling'] as const)('(%s) the export waits, and is there when S3 is', async (mood) => {
    const person = somebody();
    gate.mood = mood;
    const { exportId } = await request(person);
    await eventually(async () => expect(await media.rows('SELECT status FROM exports WHERE user_id = $1 AND attempts = 1 AND next_attempt_at < $2', [person.id, clock.in(LEASE / 2)])).toEqual([{ status: 'waiting' }]));
    expect((await load(linkTo(exportId))).status).toBe(404);
    expect(media.onDisk()).toEqual([]);
    gate.mood = 'open';
    clock.forward(60_000);
    kick();
    await isReady(person);
    expect(await collected()).toBe(true);
    expect((await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()))).size).toBe(7);
  });

  it('for too long, it has failed, and whoever asked is told', async () => {
    const person = somebody();
    await media.rows(`CREATE FUNCTION last_try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.attempts = 7; RETURN NEW; END $$`);
    await media.rows('CREATE TRIGGER last_try BEFORE INSERT ON exports FOR EACH ROW EXECUTE FUNCTION last_try()');
    gate.mood = 'down';
    const { exportId } = await request(person);
    await eventually(async () => expect(await rowsOf(person)).toEqual([{ status: 'failed', attempts: 8, key: null }]));
    await media.rows('DROP TRIGGER last_try ON exports');
    await eventually(async () => expect(await media.bus.facts(exportFailed)).toContainEqual({ exportId, userId: person.id }));
    expect(await media.rows('SELECT secret FROM exports WHERE id = $1', [exportId])).toEqual([{ secret: null }]);
  });
});

describe('somebody who is gone', () => {
  it('while the export is being prepared leaves neither row nor object', async () => {
    const person = somebody();
    person.talk(BEN, ['one']);
    let erased = false;
    known.beforePage = async () => {
      if (erased) return;
      erased = true;
      await media.bus.tell(userDeleted, person.id, { userId: person.id });
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    };
    const fact = await request(person);
    await eventually(async () => expect(await media.rows('SELECT 1 FROM erased_users WHERE user_id = $1', [person.id])).toHaveLength(1));
    await eventually(() => expect(media.onDisk()).toEqual([]));
    await media.bus.tell(exportRequested, person.id, { ...fact, exportId: randomUUID() });
    expect((await load(linkTo(fact.exportId))).status).toBe(404);
    expect(await collected()).toBe(true);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('takes a finished export along', async () => {
    const person = somebody();
    const { exportId } = await request(person);
    await isReady(person);
    const [{ key } = { key: null }] = await rowsOf(person);
    await media.bus.tell(userDeleted, person.id, { userId: person.id });
    await eventually(async () => expect((await load(linkTo(exportId))).status).toBe(404));
    expect(await collected(key)).toBe(true);
  });

  it('or whose wish auth does not know any more: the job is dropped', async () => {
    const person = somebody();
    const fact = wish(person);
    known.closed.add(fact.exportId);
    known.refusals = 0;
    await media.bus.tell(exportRequested, person.id, fact);
    await eventually(() => expect(known.refusals).toBe(1));
    await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    const stranger = { ...wish(somebody()), secret: 'wrong' };
    await media.bus.tell(exportRequested, stranger.userId, stranger);
    await eventually(() => expect(known.refusals).toBe(2));
    await eventually(async () => expect(await media.rows('SELECT 1 FROM exports WHERE user_id = $1', [stranger.userId])).toEqual([]));
  });
});

it('reads a long conversation with as few tokens as it needs', async () => {
  const person = somebody();
  const { coupleId } = person.talk(BEN, []);
  person.messages = Array.from({ length: 1_000 }, (_, index) => messageOf(coupleId, index + 1, BEN, `Line ${index}`));
  known.tokens = 0;
  await request(person);
  await isReady(person);
  expect(known.tokens).toBe(1);
});
