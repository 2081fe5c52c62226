import { readdirSync } from 'node:fs';
import { LIMITS, fileProcessed } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import sharp from 'sharp';
import { TestCouple, bytesOf, load, staged } from './couples.js';
import { type EntityScene, entityCalls, startEntities, tagged } from './entity-scene.js';
import { heic, mp3, mp4, recording } from './films.js';
import { photo, plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';

const clock = new TestClock();
let scene: EntityScene;
let media: RunningMedia;
let couple: TestCouple;

beforeAll(async () => {
  scene = await startEntities(clock);
  ({ media, couple } = scene);
}, 60_000);

afterAll(() => scene.stop());

afterEach(() => {
  scene.gate.mood = 'open';
});

const { capsuleOf, post, put, one, describeAll, linkTo, open, change } = entityCalls(() => scene);

const SECRETS = ['SecretCamera', 'SecretPlace', 'our home', '2024:05:06', 'adobe:ns:meta'];

describe('a picture of an entity', () => {
  it('returns the time and place of capture and loses all metadata, whatever the form asks for', async () => {
    const owner = capsuleOf();
    const file = { name: 'holiday.jpg', bytes: await tagged() };
    const { data } = await put(owner, [file], couple.a._id);
    expect(data?.files).toEqual([
      {
        id: expect.any(String),
        kind: 'image',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        takenAt: '2024-05-06T07:08:09+02:00',
        place: { lat: -33.86, lng: -70.5 },
      },
    ]);
    const [described] = await describeAll(owner, [data?.files[0]?.id ?? '']);
    expect(described?.file).toMatchObject({
      filename: 'holiday.jpg',
      mimeType: 'image/jpeg',
      width: 300,
      height: 200,
      blur: expect.stringMatching(/^data:image\/webp/),
      display: expect.any(String),
      thumbnail: expect.any(String),
    });
    for (const path of [described?.file.url, described?.file.display, described?.file.thumbnail]) {
      const bytes = await bytesOf(await open(path ?? ''));
      expect(SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
      expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    }
  });

  it('in HEIC, PNG and WebP is read and cleaned too; a camera without a zone gives none', async () => {
    const owner = capsuleOf();
    const made = [
      await one(owner, { name: 'a.heic', bytes: heic() }),
      await one(owner, { name: 'a.png', bytes: await photo('png') }),
      await one(owner, { name: 'a.webp', bytes: await photo('webp') }),
    ];
    expect(made[1]?.place).toEqual({ lat: 52.52, lng: 13.405 });
    expect(made[2]?.place).toEqual({ lat: 52.52, lng: 13.405 });
    for (const { id } of made) {
      const bytes = await bytesOf(await open(await linkTo(owner, id)));
      expect(SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    }
  });

  it('is readable in no column of media’s tables', async () => {
    const owner = capsuleOf();
    const { id } = await one(owner, { name: 'secret-name.jpg', bytes: await tagged() });
    const [described] = await describeAll(owner, [id]);
    const rows = JSON.stringify(await media.rows('SELECT to_jsonb(a) AS row FROM attachments a WHERE id = $1', [id]));
    const jobs = JSON.stringify(await media.rows('SELECT to_jsonb(j) AS row FROM jobs j'));
    for (const secret of ['secret-name', described?.file.blur ?? 'blur', Buffer.from('secret-name').toString('hex')])
      expect(rows + jobs).not.toContain(secret);
  });

  it('gives one fingerprint for equal bytes, and another couple another one', async () => {
    const bytes = await plain('png');
    const other = await new TestCouple(media).link();
    const [mine, partners, theirs] = [
      await one(capsuleOf(), { name: 'a.png', bytes }),
      await one(capsuleOf(), { name: 'b.png', bytes }, couple.b._id),
      await one(capsuleOf(other), { name: 'a.png', bytes }, other.a._id),
    ];
    expect(mine.fingerprint).toBe(partners.fingerprint);
    expect(theirs.fingerprint).not.toBe(mine.fingerprint);
  });
});

describe('a photo of a story', () => {
  it('comes with the page and the version that it answers, and with nothing else', async () => {
    const owner = { ...capsuleOf(), type: 'story' as const };
    const files = [{ name: 'a.png', bytes: await plain('png') }];
    const fields = { nodeId: 'dim', version: '7', text: 'My lamp' };
    const { data } = await put(owner, files, couple.a._id, fields);
    expect(data).toMatchObject({ files: [{ kind: 'image' }], fields });
    const others: Record<string, string>[] = [
      { nodeId: '../x' },
      { version: '0' },
      { version: '7.5' },
      { more: 'x' },
      { text: 'x'.repeat(301) },
    ];
    for (const wrong of others)
      expect(await put(owner, files, couple.a._id, { ...fields, ...wrong })).toMatchObject({ status: 400 });
    const stranger = await new TestCouple(media).link();
    const [mine] = data?.files ?? [];
    if (!mine) throw new Error('no file');
    expect(await describeAll(owner, [mine.id], { by: stranger.a._id })).toEqual([]);
  });
});

describe('other files of an entity', () => {
  it('are videos and voice notes, and nothing else', async () => {
    const owner = capsuleOf();
    expect((await one(owner, { name: 'a.mp4', bytes: mp4() })).kind).toBe('video');
    expect((await one(owner, { name: 'a.mp3', bytes: mp3() })).kind).toBe('voice');
    for (const file of [
      { name: 'a.txt', bytes: 'words' },
      { name: 'a.pdf', bytes: '%PDF-1.7\n' },
      { name: 'a.png', bytes: '<html></html>' },
    ])
      expect(await put(owner, [file])).toMatchObject({ status: 415, code: 'FILE_TYPE_UNSUPPORTED' });
    const six = Array.from({ length: 6 }, () => ({ name: 'a.txt', bytes: 'words' }));
    expect(await put(owner, six)).toMatchObject({ status: 400, code: 'TOO_MANY_FILES' });
    const large = { name: 'a.png', bytes: Buffer.alloc(LIMITS.fileBytes + 1) };
    expect(await put(owner, [large])).toMatchObject({ status: 413, code: 'FILE_TOO_LARGE' });
    expect(await put(owner, [])).toMatchObject({ status: 400, code: 'FILES_MISSING' });
  });

  it('a voice note is converted once its entity refers to it, without a trace in the event', async () => {
    const owner = capsuleOf();
    const { id } = await one(owner, { name: 'a.webm', bytes: recording() });
    await change(owner, { added: [id] });
    await eventually(async () =>
      expect((await describeAll(owner, [id]))[0]?.file).toMatchObject({ voiceStatus: 'ready', mimeType: 'audio/mp4' }),
    );
    const [described] = await describeAll(owner, [id]);
    expect(described?.file.waveform).toHaveLength(LIMITS.waveformPeaks);
    expect((await open(described?.file.url ?? '')).headers.get('content-type')).toBe('audio/mp4');
    await eventually(async () =>
      expect((await media.bus.events(fileProcessed)).filter(({ fileId }) => fileId === id)).toEqual([
        { owner, fileId: id },
      ]),
    );
    const [row] = await media.rows<{ details: Buffer }>('SELECT details FROM attachments WHERE id = $1', [id]);
    expect(row?.details.toString('latin1')).not.toContain('waveform');
  });
});

describe('a link', () => {
  it('serves ranges, is never cached, and ends with its epoch, its time and its row', async () => {
    const owner = capsuleOf();
    const { id } = await one(owner, { name: 'a.png', bytes: await plain('png') });
    const link = await linkTo(owner, id);
    const part = await open(link, { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.headers.get('cache-control')]).toEqual([206, 'private, no-cache']);
    const epoch = { ...owner, epoch: 1 };
    expect(await post(couple.a._id, 'access-epoch', epoch)).toMatchObject({ status: 200 });
    expect((await open(link)).status).toBe(404);
    const renewed = await linkTo(owner, id, { epoch: 1 });
    expect((await open(renewed)).status).toBe(200);
    // A call that arrives late does not lower it.
    expect(await post(couple.a._id, 'access-epoch', { ...epoch, epoch: 0 })).toMatchObject({ status: 200 });
    expect((await open(link)).status).toBe(404);
    expect((await open(renewed.replace('a=1', 'a=2'))).status).toBe(404);
    clock.forward(61_000);
    expect((await open(renewed)).status).toBe(404);
  });

  it('is needed: a token opens no file of an entity, and the links of messages leave them out', async () => {
    const owner = capsuleOf();
    const { id } = await one(owner, { name: 'a.png', bytes: await plain('png') });
    expect((await load(media, couple.a._id, id)).status).toBe(404);
    const [message = ''] = await staged(media, couple.a._id, [{ name: 'a.png', bytes: await plain('png') }]);
    expect(await describeAll(owner, [message])).toEqual([]);
    expect(await describeAll(capsuleOf(), [id])).toEqual([]);
  });

  it('is signed for members only and expires with the couple; a new couple of the same people revives none', async () => {
    const two = await new TestCouple(media).link();
    const owner = capsuleOf(two);
    const { id } = await one(owner, { name: 'a.png', bytes: await plain('png') }, two.a._id);
    expect(await describeAll(owner, [id], { by: couple.a._id })).toEqual([]);
    expect(await post(couple.a._id, 'access-epoch', { ...owner, epoch: 9 })).toMatchObject({ code: 'NO_PARTNER' });
    const link = await linkTo(owner, id, { by: two.b._id });
    expect((await open(link)).status).toBe(200);
    expect((await open(link.replace(two.b._id, couple.a._id))).status).toBe(404);
    await two.unlink();
    expect((await open(link)).status).toBe(404);
    expect(await describeAll(owner, [id], { by: two.b._id })).toEqual([]);
    await two.link();
    expect((await open(link)).status).toBe(404);
    expect((await open(await linkTo(owner, id, { by: two.b._id }))).status).toBe(200);
  });
});

describe('while S3 fails', () => {
  it.each(['down', 'mute', 'failing', 'forgetful'] as const)(
    'an upload leaves nothing (%s)',
    async (mood) => {
      const owner = capsuleOf();
      const before = await couple.bytes();
      scene.gate.mood = mood;
      const refused = await put(owner, [{ name: 'a.png', bytes: await plain('png') }]);
      expect([503, 504]).toContain(refused.status);
      scene.gate.mood = 'open';
      expect(await media.rows('SELECT 1 FROM attachments WHERE entity_id = $1', [owner.id])).toEqual([]);
      expect(await couple.bytes()).toBe(before);
      expect(readdirSync(media.uploads)).toEqual([]);
    },
    30_000,
  );
});
