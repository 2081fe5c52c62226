import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type DailyRecord,
  DEFAULT_SETTINGS,
  type ExportRequested,
  type KeptMessageView,
  LIMITS,
  type MessageView,
  exportEnded,
  exportDropped,
  exportFailed,
  exportReady,
  exportRequested,
  quoteOf,
  userDeleted,
  attachmentPath,
} from '@duet/contracts';
import { AppError, DAY, Health } from '@duet/service-kit';
import { TestClock, accessToken, eventually, exportLink, testKeys } from '@duet/testing';
import { ExportWorker } from '../src/exports/export-worker.js';
import { ExportsService, newExportName } from '../src/exports/exports.service.js';
import { ObjectDeletionQueue } from '../src/storage/object-deletion-queue.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { TestCouple, staged, stagedFor } from './couples.js';
import { Belongings, type ExportPeers, type Known, messageOf, startExportPeers, LAST_SEEN } from './export-peers.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { RunningMedia, keys, tokenOf } from './running-media.js';
import type { S3Gate } from './s3-gate.js';
import { unzip } from './unzip.js';

const BEN = { _id: randomUUID(), firstName: 'Ben', username: 'ben' };

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let gate: S3Gate;
let media: RunningMedia;
let known: Known;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({
    media,
    gate,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

afterEach(() => {
  gate.mood = 'open';
  known.beforePage = async () => undefined;
});

function newPerson(): Belongings {
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
  const event = wish(person);
  await media.bus.publish(exportRequested, person.id, event);
  return event;
}

interface Row {
  status: string;
  key: string | null;
}

const rowsOf = ({ id }: Belongings) => media.rows<Row>('SELECT status, key FROM exports WHERE user_id = $1', [id]);
const isReady = (person: Belongings) =>
  eventually(async () => expect(await rowsOf(person)).toEqual([expect.objectContaining({ status: 'ready' })]));
const load = (link: string) => fetch(`${media.url}/exports/${link}`);
const linkTo = (exportId: string) => exportLink(keys, exportId);

/** Deletes queued objects. @returns whether the bucket contains none of these objects afterwards */
async function collected(...names: (string | null)[]): Promise<boolean> {
  await deleteQueuedObjects(media);
  const objects = await Promise.all(names.map((name) => name && media.app.get(ObjectStore).open(name)));
  return objects.every((object) => !object);
}

const kick = () => media.app.get(ExportWorker).kick();

it('exports that are given up are counted from 0 on, as the alert needs', async () => {
  expect(await media.app.get(Health).metrics.metrics()).toContain('duet_exports_total{outcome="given-up"} 0\n');
});

describe('an export', () => {
  it('contains the files of the messages and a page that displays them', async () => {
    const person = newPerson();
    const couple = await new TestCouple(media, person.id).link();
    const sent = [
      { name: 'Ümläut & <b>.txt', bytes: 'hello' },
      { name: 'us.png', bytes: await plain('png') },
    ];
    const [text = '', picture = ''] = await staged(media, person.id, sent);
    const now = person.talk(BEN, ['Look', 'And this is gone']);
    const attached = (id: string, kind: 'image' | 'file') => ({
      id,
      kind,
      url: attachmentPath(id),
      filename: 'whatever',
      size: 1,
      mimeType: 'x/y',
    });
    const [look, gone] = person.messages;
    if (!look || !gone) throw new Error(now.coupleId);
    Object.assign(look, { attachments: [attached(text, 'file'), attached(picture, 'image')] });
    Object.assign(gone, { attachments: [{ ...attached(randomUUID(), 'file'), transcript: 'said & <i>heard</i>' }] });
    const [found = ''] = await staged(media, person.id, [{ name: 'preview.png', bytes: await plain('png') }]);
    const image = { id: found, url: attachmentPath(found), width: 1, height: 1, blur: 'data:' };
    Object.assign(gone, {
      preview: { url: 'https://site.example/', siteName: 'Site', title: 'A <b>page</b>', description: null, image },
    });
    const capsuleId = randomUUID();
    const sea = await stagedFor(media, person.id, capsuleId, { name: 'sea.png', bytes: await plain('png') });
    const day = { happenedAt: '2026-02-03', createdAt: now.linkedAt };
    person.capsules.push({
      record: {
        id: capsuleId,
        coupleId: now.coupleId,
        title: 'Our trip',
        description: '',
        kind: 'keepsake',
        status: 'collecting',
        createdBy: person.id,
        createdAt: now.linkedAt,
        unlockAt: null,
        completedAt: null,
        comments: [],
      },
      contributions: [
        {
          author: person.id,
          text: '',
          keptMessage: null,
          keptAnswers: null,
          place: null,
          ...day,
          attachments: [{ id: sea, caption: 'The <sea>' }],
        },
      ],
    });
    const challengeId = randomUUID();
    const view = await stagedFor(
      media,
      person.id,
      challengeId,
      { name: 'view.png', bytes: await plain('png') },
      'challenge',
    );
    person.challenges.push({
      id: challengeId,
      coupleId: now.coupleId,
      title: 'Windows',
      description: '',
      category: 'apart',
      status: 'active',
      proposedBy: person.id,
      createdAt: now.linkedAt,
      dueAt: null,
      completedAt: null,
      note: null,
      steps: ['The view'],
      proofs: [{ author: BEN._id, step: 'The view', text: '', doneAt: now.linkedAt, attachments: [{ id: view }] }],
      reflections: [],
    });
    const storyId = randomUUID();
    const mug = await stagedFor(media, person.id, storyId, { name: 'mug.png', bytes: await plain('png') }, 'story');
    person.stories.push({
      id: storyId,
      coupleId: now.coupleId,
      title: 'A story for two',
      status: 'active',
      createdBy: person.id,
      createdAt: now.linkedAt,
      finishedAt: null,
      answers: [{ author: BEN._id, question: 'Show it.', answer: '', at: now.linkedAt, attachments: [{ id: mug }] }],
    });
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    const [textPath, picturePath] = [`media/${text.slice(-12)}-Ümläut & _b_.txt`, `media/${picture.slice(-12)}-us.png`];
    expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([
      textPath,
      picturePath,
      `media/${found.slice(-12)}-preview.png`,
      `media/${sea.slice(-12)}-sea.png`,
      `media/${view.slice(-12)}-view.png`,
      `media/${mug.slice(-12)}-mug.png`,
    ]);
    expect(String(files.get('index.html'))).toContain(`<a href="media/${mug.slice(-12)}-mug.png">`);
    expect(String(files.get('index.html'))).toContain(`<a href="media/${view.slice(-12)}-view.png">`);
    expect(String(files.get('index.html'))).toContain(`<a href="media/${sea.slice(-12)}-sea.png">The &lt;sea&gt;</a>`);
    expect(String(files.get(textPath))).toBe('hello');
    const kept = await fetch(`${media.url}/attachments/${picture}/original`, {
      headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` },
    });
    expect(files.get(picturePath)).toEqual(Buffer.from(await kept.arrayBuffer()));
    const page = String(files.get('index.html'));
    expect(page).toContain(`<a href="media/${encodeURIComponent(textPath.slice(6))}">`);
    expect(page).toContain(`src="media/${encodeURIComponent(picturePath.slice(6))}"`);
    expect(page).toContain('<b>Site</b> A &lt;b&gt;page&lt;/b&gt; ');
    expect(page).toContain(`src="media/${found.slice(-12)}-preview.png"`);
    expect(
      page.match(/<p class="soft">whatever<\/p><p dir="auto">said &amp; &lt;i&gt;heard&lt;\/i&gt;<\/p>/g),
    ).toHaveLength(1);
  });

  it('contains everything that the user may see, and nothing else', async () => {
    const person = newPerson();
    const { avatar } = await media.uploaded(person.id, { bytes: await plain('png'), name: 'me.png' });
    person.avatar = avatar;
    const now = person.talk(
      BEN,
      Array.from({ length: 2 * LIMITS.exportPage + 50 }, (_, index) => `Line ${index}`),
    );
    const [first, second] = person.messages;
    if (!first || !second) throw new Error('nothing was said');
    Object.assign(first, {
      content: '<script>alert(1)</script> & "quoted"',
      reactions: [{ emoji: '👍', user: BEN._id }],
      editedAt: first.createdAt,
    });
    Object.assign(second, {
      replyTo: { _id: first._id, seq: 1, rev: 1, sender: first.sender, content: 'quoted words', deletedAt: null },
    });
    const before = person.talk(
      { _id: randomUUID(), firstName: 'Cleo', username: 'cleo' },
      ['Old words'],
      '2026-02-20T00:00:00.000Z',
    );
    Object.assign(now, { nickname: 'Benny <3', togetherSince: '2020-02-29' });
    now.dates.push({
      title: 'The ring & the <vow>',
      date: '2026-12-24',
      yearly: true,
      remindDaysBefore: [3],
      private: true,
      createdByMe: true,
    });
    now.moods.push({ day: '2026-02-03', mood: 'in_love', note: 'Since <breakfast>' });
    person.status = {
      hasPartner: true,
      pendingRequests: 0,
      couple: {
        _id: now.coupleId,
        chatId: now.coupleId,
        linkedAt: now.linkedAt,
        timezone: now.timezone,
        togetherSince: '2026-01-01',
        togetherSinceVersion: 0,
        hiddenParts: [],
        version: 1,
      },
      nickname: null,
      partner: { ...BEN, id: BEN._id, lastName: 'Reed', fullName: 'Ben Reed', avatar: null, email: 'ben@example.org' },
    };
    const capsule = (title: string) => ({
      record: {
        id: randomUUID(),
        coupleId: now.coupleId,
        title,
        description: '',
        kind: 'keepsake' as const,
        status: 'completed' as const,
        createdBy: person.id,
        createdAt: now.linkedAt,
        unlockAt: null,
        completedAt: now.linkedAt,
        comments: [{ author: BEN._id, text: 'So <good>', createdAt: now.linkedAt }],
      },
      contributions: [
        {
          author: person.id,
          text: 'My letter',
          keptMessage: null,
          keptAnswers: null,
          place: { label: 'Lisbon' },
          happenedAt: '2026-02-03',
          createdAt: now.linkedAt,
        },
      ],
    });
    person.capsules.push(capsule('Our trip'), capsule('Our year'));
    const challenge = (title: string) => ({
      id: randomUUID(),
      coupleId: now.coupleId,
      title,
      description: '',
      category: 'talk' as const,
      status: 'completed' as const,
      proposedBy: person.id,
      createdAt: now.linkedAt,
      dueAt: null,
      completedAt: now.linkedAt,
      note: 'With <pleasure>',
      steps: ['Write'],
      proofs: [{ author: person.id, step: 'Write', text: 'My answer', doneAt: now.linkedAt }],
      reflections: [{ author: BEN._id, text: 'So <fine>', mood: null, at: now.linkedAt }],
    });
    person.challenges.push(challenge('Ten good things'), challenge('A week outside'));
    person.goals.push({
      id: randomUUID(),
      coupleId: now.coupleId,
      title: 'Read <more>',
      why: 'Because',
      category: 'learning',
      type: 'counter',
      ownership: 'ours',
      status: 'active',
      createdBy: person.id,
      createdAt: now.linkedAt,
      dueAt: null,
      achievedAt: null,
      milestones: [{ title: 'The first', doneAt: now.linkedAt }],
      entries: [{ author: BEN._id, delta: 2, note: 'Two <books>', at: now.linkedAt }],
    });
    person.stories.push({
      id: randomUUID(),
      coupleId: now.coupleId,
      title: 'A story for two',
      status: 'active',
      createdBy: person.id,
      createdAt: now.linkedAt,
      finishedAt: null,
      answers: [{ author: BEN._id, question: 'Left or right?', answer: 'Left, <always>', at: now.linkedAt }],
    });
    person.lists.push({
      id: randomUUID(),
      coupleId: now.coupleId,
      title: 'Market',
      kind: 'shopping',
      createdBy: person.id,
      createdAt: now.linkedAt,
      items: [{ author: BEN._id, text: 'Bread <fresh>', assignedTo: null, dueAt: null, doneAt: now.linkedAt }],
    });
    person.wishes.push({
      id: randomUUID(),
      coupleId: now.coupleId,
      title: 'Breakfast in <bed>',
      points: 20,
      status: 'fulfilled',
      createdBy: BEN._id,
      createdAt: now.linkedAt,
      redeemedAt: now.linkedAt,
      fulfilledAt: now.linkedAt,
    });
    const template = { id: randomUUID(), author: person.id, title: 'Ours', description: '', category: 'play' as const };
    person.templates.push({ ...template, steps: [] });
    person.reports.push({ reason: 'threat', text: 'Said <so>', at: '2026-02-01T10:00:00.000Z' });
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
    expect(String(files.get('index.html'))).toContain('✓ Bread &lt;fresh&gt;');
    expect(json('wishes.jsonl')).toEqual(person.wishes[0]);
    expect(json('challenge-templates.json')).toEqual(person.templates);
    expect(json('reports.json')).toEqual(person.reports);
    expect(files.get('media/avatar.webp')).toEqual(await media.bytesOf(avatar ?? ''));
    expect(media.onDisk()).toEqual([]);
    await eventually(async () =>
      expect(await media.bus.events(exportReady)).toContainEqual(
        expect.objectContaining({ exportId, userId: person.id }),
      ),
    );
    expect(await media.rows("SELECT payload FROM jobs WHERE queue = 'export' AND key = $1", [exportId])).toEqual([]);

    const page = String(files.get('index.html'));
    expect(page).toContain('So &lt;fine&gt;');
    expect(page).toContain('With &lt;pleasure&gt;');
    expect(page).toContain('✓ The first');
    expect(page).toContain('Two &lt;books&gt;');
    expect(page).toContain('Left, &lt;always&gt;');
    expect(page).toContain('Breakfast in &lt;bed&gt;');
    expect(page).toContain('You reported a threat: <bdi>Said &lt;so&gt;</bdi>');
    expect(page.match(/<li class="(?:mine|theirs)">/g)).toHaveLength(person.messages.length);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;');
    expect(page).not.toMatch(/<script|<img src=x|https?:\/\//);
    expect(page).toContain('light-dark(');
    // The first message was sent at half past eleven in Berlin, so later ones have the next date there.
    expect(page.match(/<h4>[^<]+<\/h4>/g)?.slice(0, 2)).toEqual([
      '<h4>Sunday, February 1, 2026</h4>',
      '<h4>Monday, February 2, 2026</h4>',
    ]);
    for (const words of [
      '<h3 dir="auto">Our trip</h3>',
      '<bdi>You</bdi> <span class="soft">February 3, 2026</span></dt><dd dir="auto">My letter. Lisbon</dd>',
      '<bdi>Ben</bdi> <span class="soft">Comment</span></dt><dd dir="auto">So &lt;good&gt;</dd>',
      '(<bdi>Benny &lt;3</bdi>)',
      'Together since Saturday, February 29, 2020',
      '<bdi>The ring &amp; the &lt;vow&gt;</bdi> <span class="soft">Thursday, December 24, 2026, every year, only you see this</span>',
      '<li>You felt in love: <bdi>Since &lt;breakfast&gt;</bdi> <span class="soft">Tuesday, February 3, 2026</span></li>',
    ]) {
      expect(page).toContain(words);
    }
    expect(page).toContain('<h3>With <bdi>Ben</bdi></h3>');
    expect(page).toContain('<h3>With <bdi>Cleo</bdi></h3>');
    expect(page).toContain('quoted words</blockquote>');
    expect(page).toContain('src="data:image/webp;base64,');
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

  it('contains the user’s answers, and the partner’s where both have answered', async () => {
    const person = newPerson();
    const { coupleId } = person.talk(BEN, ['Hello']);
    const said = (text: string, value: number | null = null) => ({
      value,
      guess: null,
      text,
      answeredAt: '2026-02-01T10:00:00.000Z',
      version: 1,
    });
    const day = (dayKey: string): DailyRecord => ({
      coupleId,
      dayKey,
      text: 'How <b>are</b> you?',
      type: 'open',
      options: [],
      category: 'us',
      mine: said('My own words'),
      theirs: null,
      reactions: [],
    });
    person.days = [
      day('2026-02-01'),
      {
        ...day('2026-02-02'),
        type: 'single',
        options: ['Tea & cake', 'Soup'],
        mine: said('', 0),
        theirs: said('always', 1),
        reactions: [{ emoji: '😋', user: BEN._id }],
      },
      { ...day('2026-02-03'), type: 'scale', options: ['Low', 'High'], mine: said('', 4) },
    ];
    person.written = [
      {
        _id: randomUUID(),
        coupleId,
        text: 'Shall we <i>dance</i>?',
        type: 'open',
        options: [],
        createdAt: '2026-02-01T10:00:00.000Z',
      },
    ];
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    expect(JSON.parse(String(files.get('daily-questions.json')))).toEqual({
      days: person.days,
      written: person.written,
    });
    const page = String(files.get('index.html'));
    for (const words of [
      'Tuesday, February 3, 2026',
      'How &lt;b&gt;are&lt;/b&gt; you?',
      '<dd dir="auto">My own words</dd>',
      '<dd dir="auto">Tea &amp; cake</dd>',
      '<dt><bdi>Ben</bdi></dt><dd dir="auto">Soup. always</dd>',
      '4 of 5 (Low to High)',
      '😋',
      'Shall we &lt;i&gt;dance&lt;/i&gt;?',
    ])
      expect(page).toContain(words);
    expect(page.match(/<dt><bdi>Ben/g)).toHaveLength(1);
  });

  it('is complete for a user without messages', async () => {
    const person = newPerson();
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    expect([...files.keys()]).not.toContain('media/avatar.webp');
    expect(String(files.get('messages.jsonl'))).toBe('');
    expect(String(files.get('index.html'))).toContain('No messages.');
  });

  it.each([
    ['de', 'Keine Nachrichten.', 'Angemeldete Geräte'],
    ['es', 'No hay mensajes.', 'Dispositivos con sesión iniciada'],
  ] as const)('has the words of its page in the language of the person: %s', async (language, ...words) => {
    const person = newPerson();
    person.language = language;
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    const page = String(files.get('index.html'));
    for (const one of [`<html lang="${language}">`, ...words]) expect(page).toContain(one);
  });

  it('says the names of stickers in the language of the person, and texts as they were written', async () => {
    const person = newPerson();
    person.language = 'de';
    const { coupleId, linkedAt: createdAt } = person.talk(BEN, ['Big hug', 'Big hug', 'Big hug', 'A hug from then']);
    const [hug, answer, text, newer] = person.messages;
    if (!hug || !answer || !text || !newer) throw new Error('nothing was said');
    hug.sticker = 'hug';
    answer.replyTo = quoteOf(hug);
    text.replyTo = quoteOf({ ...text, content: 'Kiss' });
    newer.sticker = 'newer';
    const kept = { messageId: hug._id, seq: hug.seq, by: BEN._id, sentAt: hug.createdAt };
    const contribution = (keptMessage: KeptMessageView) => ({
      ...{ author: person.id, text: '', keptMessage, keptAnswers: null, place: null },
      ...{ happenedAt: '2026-02-03', createdAt },
    });
    person.capsules.push({
      record: {
        ...{ id: randomUUID(), coupleId, title: 'Momente', description: '', kind: 'keepsake', status: 'collecting' },
        ...{ createdBy: person.id, createdAt, unlockAt: null, completedAt: null, comments: [] },
      },
      contributions: [
        contribution({ ...kept, words: 'Good night', sticker: 'good-night' }),
        contribution({ ...kept, words: 'Yes' }),
      ],
    });
    const { exportId } = await request(person);
    await isReady(person);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    const page = String(files.get('index.html'));
    expect(page.match(/<p dir="auto">.*?<\/p>/g)).toEqual([
      '<p dir="auto"><span class="soft">Sticker:</span> Dicke Umarmung</p>',
      '<p dir="auto">Big hug</p>',
      '<p dir="auto">Big hug</p>',
      '<p dir="auto"><span class="soft">Sticker:</span> A hug from then</p>',
    ]);
    expect(page.match(/<b>Du<\/b> [^<]+<\/blockquote>/g)).toEqual([
      '<b>Du</b> Dicke Umarmung</blockquote>',
      '<b>Du</b> Kiss</blockquote>',
    ]);
    for (const words of ['Ben: “Gute Nacht”', 'Ben: “Yes”']) expect(page).toContain(words);
    expect(String(files.get('messages.jsonl'))).toContain('"content":"Big hug"');
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

describe('a worker that dies', () => {
  it('leaves its job to the next worker after the lease, and no orphan', async () => {
    const person = newPerson();
    const exports = media.app.get(ExportsService);
    // A worker claims the job, stores its ZIP and dies before the commit.
    await exports.add(wish(person));
    const [dead] = await exports.queue.claim(1);
    if (!dead) throw new Error('there was no job');
    const orphan = newExportName();
    await media.app.get(ObjectDeletionQueue).reserve([orphan]);
    await media.app.get(ObjectStore).put(orphan, Readable.from([Buffer.from('half done')]), 9);
    kick();
    expect(await exports.queue.claim(1)).toEqual([]);
    clock.forward(exports.queue.rules.lease + 1);
    kick();
    await isReady(person);
    expect(await rowsOf(person)).toEqual([expect.objectContaining({ status: 'ready' })]);
    // The first worker was only slow: its late result is rejected.
    expect(await exports.queue.renew(dead)).toBe(false);
    const late = newExportName();
    await media.app.get(ObjectDeletionQueue).reserve([late]);
    await exports.finish(dead, { name: late, bytes: 1 }, []);
    expect(await collected(orphan, late)).toBe(true);
    expect((await load(linkTo(dead.key))).status).toBe(200);
  });
});

describe('an export while S3 cannot store', () => {
  it.each(['down', 'failing', 'forgetful', 'garbling'] as const)(
    'waits, and is ready once S3 is back (%s)',
    async (mood) => {
      const person = newPerson();
      gate.mood = mood;
      const { exportId } = await request(person);
      await eventually(async () =>
        expect(
          await media.rows(
            "SELECT e.status FROM exports e JOIN jobs j ON j.queue = 'export' AND j.key = e.id::text WHERE user_id = $1 AND j.attempts = 1 AND j.due_at < $2",
            [person.id, clock.in(60_000)],
          ),
        ).toEqual([{ status: 'waiting' }]),
      );
      expect((await load(linkTo(exportId))).status).toBe(404);
      expect(media.onDisk()).toEqual([]);
      gate.mood = 'open';
      clock.forward(60_000);
      kick();
      await isReady(person);
      expect(await collected()).toBe(true);
      expect((await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()))).size).toBe(15);
    },
  );

  it('fails after the last attempt and publishes that', async () => {
    const person = newPerson();
    await media.rows(
      `CREATE FUNCTION last_try() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.attempts = 7; RETURN NEW; END $$`,
    );
    await media.rows(
      "CREATE TRIGGER last_try BEFORE INSERT ON jobs FOR EACH ROW WHEN (NEW.queue = 'export') EXECUTE FUNCTION last_try()",
    );
    gate.mood = 'down';
    const { exportId } = await request(person);
    await eventually(async () => expect(await rowsOf(person)).toEqual([{ status: 'failed', key: null }]));
    await media.rows('DROP TRIGGER last_try ON jobs');
    await eventually(async () =>
      expect(await media.bus.events(exportFailed)).toContainEqual({ exportId, userId: person.id }),
    );
    expect(await media.rows("SELECT payload FROM jobs WHERE queue = 'export' AND key = $1", [exportId])).toEqual([]);
  });
});

describe('a withdrawn export', () => {
  const withdraw = ({ exportId, userId }: ExportRequested) =>
    media.bus.publish(exportEnded, userId, { exportId, userId });

  it('stops while it is being prepared, and leaves neither row nor object', async () => {
    const person = newPerson();
    person.talk(BEN, ['one']);
    const event = wish(person);
    let withdrawn = false;
    known.beforePage = async () => {
      if (withdrawn) return;
      withdrawn = true;
      await withdraw(event);
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    };
    await media.bus.publish(exportRequested, person.id, event);
    await eventually(() => expect(withdrawn).toBe(true));
    await eventually(() => expect(media.onDisk()).toEqual([]));
    expect((await load(linkTo(event.exportId))).status).toBe(404);
    expect(await collected()).toBe(true);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('is deleted when it was finished, also by a repeated event, and a newer one stays', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const [event, untouched] = [await request(person), await request(other)];
    await Promise.all([isReady(person), isReady(other)]);
    const [{ key } = { key: null }] = await rowsOf(person);
    await Promise.all([withdraw(event), withdraw(event)]);
    await eventually(async () => expect((await load(linkTo(event.exportId))).status).toBe(404));
    expect(await collected(key)).toBe(true);
    expect((await load(linkTo(untouched.exportId))).status).toBe(200);
    clock.forward(1);
    const newer = await request(person);
    await isReady(person);
    await withdraw(event);
    await withdraw(untouched);
    await eventually(async () => expect((await load(linkTo(untouched.exportId))).status).toBe(404));
    expect((await load(linkTo(newer.exportId))).status).toBe(200);
  });
});

describe('a deleted user', () => {
  it('leaves neither row nor object of an unfinished export', async () => {
    const person = newPerson();
    person.talk(BEN, ['one']);
    let erased = false;
    known.beforePage = async () => {
      if (erased) return;
      erased = true;
      await media.bus.publish(userDeleted, person.id, { userId: person.id });
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    };
    const event = await request(person);
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM erased_users WHERE user_id = $1', [person.id])).toHaveLength(1),
    );
    await eventually(() => expect(media.onDisk()).toEqual([]));
    await media.bus.publish(exportRequested, person.id, { ...event, exportId: randomUUID() });
    expect((await load(linkTo(event.exportId))).status).toBe(404);
    expect(await collected()).toBe(true);
    expect(await rowsOf(person)).toEqual([]);
  });

  it('loses a finished export', async () => {
    const person = newPerson();
    const { exportId } = await request(person);
    await isReady(person);
    const [{ key } = { key: null }] = await rowsOf(person);
    await media.bus.publish(userDeleted, person.id, { userId: person.id });
    await eventually(async () => expect((await load(linkTo(exportId))).status).toBe(404));
    await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    expect(await collected(key)).toBe(true);
  });

  it('ends the finished exports of partners and ex-partners, and no others', async () => {
    const [gone, partner, former, stranger] = [newPerson(), newPerson(), newPerson(), newPerson()];
    const old = new TestCouple(media, gone.id, former.id);
    await old.link();
    await old.unlink();
    await new TestCouple(media, gone.id, partner.id).link();
    const wishes = new Map([
      ...(await Promise.all(
        [partner, former, stranger].map(async (person) => [person, await request(person)] as const),
      )),
    ]);
    for (const person of wishes.keys()) await isReady(person);
    const keysBefore = (await Promise.all([partner, former].map(rowsOf))).flat().map(({ key }) => key);
    await media.bus.publish(userDeleted, gone.id, { userId: gone.id });
    for (const person of [partner, former]) {
      const exportId = wishes.get(person)?.exportId ?? '';
      await eventually(async () => expect(await rowsOf(person)).toEqual([]));
      expect((await load(linkTo(exportId))).status).toBe(404);
      await eventually(async () =>
        expect(await media.bus.events(exportDropped)).toContainEqual({ exportId, userId: person.id }),
      );
    }
    expect((await load(linkTo(wishes.get(stranger)?.exportId ?? ''))).status).toBe(200);
    expect(await collected(...keysBefore)).toBe(true);
  });

  it('is in no unfinished export, however late the other services erase', async () => {
    const [gone, partner] = [newPerson(), newPerson()];
    await new TestCouple(media, gone.id, partner.id).link();
    partner.talk({ _id: gone.id, firstName: 'Gone', username: 'gone' }, ['mine', 'of the one who goes']);
    const jobOf = async () => {
      const [job] = await media.rows<{ attempts: number; lease: string | null }>(
        "SELECT attempts, lease FROM jobs WHERE queue = 'export' AND subject = $1",
        [partner.id],
      );
      return job;
    };
    let read = 0;
    known.beforePage = async () => {
      read += 1;
      if (read > 1) return;
      const lease = (await jobOf())?.lease;
      await media.bus.publish(userDeleted, gone.id, { userId: gone.id });
      await eventually(async () => expect((await jobOf())?.lease).not.toBe(lease));
    };
    const { exportId } = await request(partner);
    // The second attempt reads the messages again and fails, because messaging has not erased them yet.
    await eventually(async () => {
      expect(read).toBeGreaterThan(1);
      expect(await jobOf()).toMatchObject({ attempts: 1, lease: null });
    }, 15_000);
    expect(await rowsOf(partner)).toEqual([expect.objectContaining({ status: 'waiting' })]);
    partner.messages = partner.messages.filter(({ sender }) => sender._id !== gone.id);
    partner.conversations = partner.conversations.map((one) => ({
      ...one,
      members: one.members.map((member) =>
        member._id === gone.id ? { ...member, firstName: 'Deleted user', username: '' } : member,
      ),
    }));
    await media.rows("UPDATE jobs SET due_at = 'epoch' WHERE queue = 'export' AND subject = $1", [partner.id]);
    kick();
    await isReady(partner);
    const files = await unzip(Buffer.from(await (await load(linkTo(exportId))).arrayBuffer()));
    expect(String(files.get('messages.jsonl'))).toContain('mine');
    expect([...files.values()].some((file) => file.includes('of the one who goes'))).toBe(false);
  }, 40_000);

  it('or a withdrawn request makes the worker drop the job', async () => {
    const person = newPerson();
    const event = wish(person);
    known.closed.add(event.exportId);
    known.refusals = 0;
    await media.bus.publish(exportRequested, person.id, event);
    await eventually(() => expect(known.refusals).toBe(1));
    await eventually(async () => expect(await rowsOf(person)).toEqual([]));
    const stranger = { ...wish(newPerson()), secret: 'wrong' };
    await media.bus.publish(exportRequested, stranger.userId, stranger);
    await eventually(() => expect(known.refusals).toBe(2));
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM exports WHERE user_id = $1', [stranger.userId])).toEqual([]),
    );
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

it('an export goes on after a short outage of another service', async () => {
  const person = newPerson();
  person.talk(BEN, ['one']);
  let until: number | null = null;
  known.beforePage = async () => {
    until ??= performance.now() + 300;
    if (performance.now() < until) throw new AppError('UNAVAILABLE');
  };
  known.tokens = 0;
  await request(person);
  await isReady(person);
  // A second attempt at the whole export would ask for another token.
  expect(known.tokens).toBe(1);
});
