import { randomBytes, randomUUID } from 'node:crypto';
import { type CapsuleView, type ContributionAttachment, type ContributionView, LIMITS } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import { ArchivesService } from '../src/archives/archives.service.js';
import { TestCouple, stagedFor } from './couples.js';
import { Belongings, type ExportPeers, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { tokenOf } from './running-media.js';
import { unzip } from './unzip.js';

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
}, 60_000);

afterEach(() => {
  scene.gate.mood = 'open';
});
afterAll(() => scene.stop());

const load = (id: string, userId: string) =>
  fetch(`${scene.media.url}/capsule-archives/${id}`, { headers: { authorization: `Bearer ${tokenOf(userId)}` } });

/** An opened capsule with a cover, words of both and a picture on the second page. */
async function opened(words = 'We swam <script>') {
  const { media, peers } = scene;
  const person = new Belongings();
  peers.known.people.set(person.id, person);
  const couple = await new TestCouple(media, person.id).link();
  const id = randomUUID();
  const bytes = { cover: await plain('png'), picture: await plain('jpeg') };
  const coverId = await stagedFor(media, person.id, id, { name: 'front.png', bytes: bytes.cover });
  const pictureId = await stagedFor(media, person.id, id, { name: 'sea <b>.jpg', bytes: bytes.picture });
  const access = { epoch: 0, seconds: LIMITS.mediaLinkSeconds };
  const contribution = (more: Partial<ContributionView>): ContributionView => ({
    ...{ _id: randomUUID(), capsuleId: id, coupleId: couple.id, author: person.id, kind: 'text', text: '' },
    ...{
      keptMessage: null,
      keptAnswers: null,
      keptChallenge: null,
      keptStory: null,
      place: null,
      happenedAt: '2024-05-01',
    },
    ...{ visibility: 'shared', attachments: [], access, createdAt: '2024-05-02T10:00:00.000Z', editedAt: null },
    ...more,
  });
  const place = { lat: -33.86, lng: 151.21 };
  const photo: ContributionAttachment = {
    ...{ id: pictureId, kind: 'image', caption: 'The <sea>', transcript: null, takenAt: null, place, file: null },
  };
  const kept = { messageId: randomUUID(), seq: 1, by: person.id, words: 'Big hug', sentAt: '2024-05-04T10:00:00.000Z' };
  const keptChallenge = { challengeId: randomUUID(), title: 'Summer', step: 'A <dip>' };
  const view: CapsuleView = {
    ...{ _id: id, coupleId: couple.id, createdBy: person.id, createdAt: '2024-05-01T10:00:00.000Z' },
    ...{ updatedAt: '2024-05-01T10:00:00.000Z', kind: 'keepsake', source: 'manual', title: 'Us & <i>Sydney</i>' },
    ...{
      description: 'A week',
      emoji: null,
      theme: 'sea',
      tags: ['sea'],
      status: 'completed',
      unlockAt: null,
      unlockTz: null,
    },
    ...{ openRule: 'either', sealConfirmedBy: [], openConfirmedBy: [], deleteConfirmedBy: [], sealedAt: null },
    ...{ readyAt: null, completedAt: '2024-06-01T10:00:00.000Z', unlockProposal: null, favourite: false },
    ...{ counts: { total: 3, byUser: {}, byKind: {} }, hidden: false, deletedAt: null, version: 1, accessEpoch: 0 },
    ...{ actions: ['take_along'], reactions: [{ emoji: '🌊', user: person.id }] },
    comments: [{ _id: randomUUID(), user: randomUUID(), text: 'Again!', createdAt: '2024-06-02T10:00:00.000Z' }],
    cover: { id: coverId, from: 'upload', access, file: null },
    contributions: [contribution({ text: words })],
    nextContribution: randomUUID(),
  };
  const rest = [
    contribution({ kind: 'photo', attachments: [photo], happenedAt: '2024-05-02' }),
    contribution({ kind: 'step', keptChallenge, happenedAt: '2024-05-03' }),
    contribution({ kind: 'message', keptMessage: { ...kept, sticker: 'hug' }, happenedAt: '2024-05-04' }),
  ];
  person.open.set(id, { view, rest });
  return { person, couple, id, pictureId, bytes };
}

describe('a capsule to take along', () => {
  it('is a ZIP with a page to print, the data and the files, all that its reader reads', async () => {
    const { person, id } = await opened();
    const response = await load(id, person.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".*Sydney.*\.zip"/);
    const files = await unzip(Buffer.from(await response.arrayBuffer()));
    const names = [...files.keys()];
    const [cover, picture] = [
      names.find((name) => name.endsWith('front.png')),
      names.find((name) => name.endsWith('.jpg')),
    ];
    expect(names.sort()).toEqual(['capsule.json', 'index.html', cover, picture].sort());
    for (const name of [cover, picture]) expect(files.get(name ?? '')?.length).toBeGreaterThan(0);
    const page = String(files.get('index.html'));
    for (const words of [
      'Us &amp; &lt;i&gt;Sydney',
      'We swam &lt;script&gt;',
      'The &lt;sea&gt;',
      'A &lt;dip&gt;',
      'Ada: “Big hug”',
      '33.8600° S, 151.2100° E',
      'Again!',
    ])
      expect(page).toContain(words);
    expect(page).not.toMatch(/<script|https?:/);
    expect(page).toContain(encodeURIComponent(picture?.split('/').at(-1) ?? ''));
    expect(JSON.parse(String(files.get('capsule.json')))).toMatchObject({
      title: 'Us & <i>Sydney</i>',
      theme: 'sea',
      cover,
      contributions: [
        { by: 'Ada', text: 'We swam <script>' },
        { files: [{ path: picture, caption: 'The <sea>' }] },
        { keptChallenge: { step: 'A <dip>' } },
        { keptMessage: { words: 'Big hug', sticker: 'hug' } },
      ],
      comments: [{ by: 'Deleted user', text: 'Again!' }],
    });
  });

  it('has the words of its page in the language of its reader', async () => {
    const { person, id } = await opened();
    person.language = 'es';
    const files = await unzip(Buffer.from(await (await load(id, person.id)).arrayBuffer()));
    const page = String(files.get('index.html'));
    for (const words of [
      '<html lang="es">',
      'Se completó el 1 de junio de 2024',
      'Cuenta eliminada',
      '151.2100° E',
      'Ada: “Un abrazo fuerte”',
    ])
      expect(page).toContain(words);
  });

  it('is refused to whom memories refuses it, and without a token', async () => {
    const { id } = await opened();
    const stranger = new Belongings();
    scene.peers.known.people.set(stranger.id, stranger);
    expect((await load(id, stranger.id)).status).toBe(404);
    expect((await load('..%2f', stranger.id)).status).toBe(404);
    expect((await fetch(`${scene.media.url}/capsule-archives/${id}`)).status).toBe(401);
  });

  it('breaks off where a file is gone: an incomplete ZIP is no success', async () => {
    const { person, id } = await opened();
    const { media, gate } = scene;
    for (const mood of ['failing', 'cutting'] as const) {
      gate.mood = mood;
      const response = await load(id, person.id).catch(() => null);
      await expect(response?.arrayBuffer() ?? Promise.reject(new Error('refused'))).rejects.toThrow();
    }
    gate.mood = 'open';
    await media.rows('UPDATE attachments SET objects = $2 WHERE entity_id = $1', [id, '{}']);
    const files = await unzip(Buffer.from(await (await load(id, person.id)).arrayBuffer()));
    expect([...files.keys()].sort()).toEqual(['capsule.json', 'index.html']);
  });

  it('ends with the couple: a former partner gets no file', async () => {
    const { person, couple, id } = await opened();
    await couple.unlink();
    await eventually(async () => {
      const files = await unzip(Buffer.from(await (await load(id, person.id)).arrayBuffer()));
      expect([...files.keys()].sort()).toEqual(['capsule.json', 'index.html']);
    });
  });

  it('is written for a few at a time in one process, two of them for one person; another is asked to wait', async () => {
    // More than the buffers between the writer and its reader take.
    const { person, id } = await opened(randomBytes(500_000).toString('base64'));
    const service = scene.media.app.get(ArchivesService, { strict: false });
    const gone = new AbortController();
    const call = { token: tokenOf(person.id), requestId: 'request-1' };
    const started = [];
    for (let n = 0; n < 8; n += 1) {
      const actor = { userId: n < 2 ? person.id : randomUUID(), sessionId: randomUUID() };
      if (n === 2)
        await expect(service.write(call, { ...actor, userId: person.id }, id, gone.signal)).rejects.toMatchObject({
          code: 'RATE_LIMITED',
          retryAfter: 30,
        });
      started.push(await service.write(call, actor, id, gone.signal));
    }
    const other = new Belongings();
    const refused = await load(id, other.id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    gone.abort();
    for (const { stream } of started) stream.resume().on('error', () => undefined);
    await eventually(async () => {
      const response = await load(id, person.id);
      // An answer that nobody reads would hold the service open.
      await response.arrayBuffer();
      expect(response.status).toBe(200);
    });
  });
});
