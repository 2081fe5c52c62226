import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import {
  AttachmentIdsDto,
  type Call,
  DONE,
  type DescribedFile,
  type Done,
  type CopiedFileDto,
  type FileOwner,
  FinishRestitutionDto,
  LIMITS,
  type RestitutionRecords,
  RestitutionRecordsDto,
  type StagedFiles,
  attachmentsInUse,
  challengeFilesInUse,
  fileProcessed,
  filesChanged,
  finishRestitution,
  listRestitution,
  memoryFilesInUse,
  storyFilesInUse,
  userDeleted,
} from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import { TestClock, eventually } from '@duet/testing';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import sharp from 'sharp';
import { AttachmentCollector } from '../src/attachments/attachment-collector.js';
import { type Sent, TestCouple, bytesOf, formOf, bury, load, send, staged, upload } from './couples.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { exifBlock, withSegments } from './exif-blocks.js';
import { heic, mp3, mp4, recording } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, photo, plain } from './pictures.js';
import { type RunningMedia, keys, tokenOf } from './running-media.js';

/** The files that an entity refers to, as its service answers; messages refer to none. */
const inUse = new Set<string>();

@Controller()
class EntityPeer {
  @Rpc(attachmentsInUse) async ofMessages(_call: Call, _dto: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: [] };
  }

  @Rpc(memoryFilesInUse) async used(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: ids.filter((id) => inUse.has(`capsule ${id}`)) };
  }

  @Rpc(challengeFilesInUse) async ofChallenges(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: ids.filter((id) => inUse.has(`challenge ${id}`)) };
  }

  @Rpc(storyFilesInUse) async ofStories(_call: Call, { ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    return { ids: ids.filter((id) => inUse.has(`story ${id}`)) };
  }

  @Rpc(listRestitution) async returned(_call: Call, _dto: RestitutionRecordsDto): Promise<RestitutionRecords> {
    return { records: [], next: null };
  }

  @Rpc(finishRestitution) async finish(_call: Call, _dto: FinishRestitutionDto): Promise<Done> {
    return DONE;
  }
}

async function startMemoriesPeer(nats: string): Promise<{ app: INestMicroservice }> {
  const config = Object.assign(new BaseConfig(), {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: nats,
    OPS_PORT: 0,
    JWT_PUBLIC_KEYS: keys.publicKeys,
  });
  @Module({ imports: [KitModule.forRoot({ process: 'memories-peer' }, config)], controllers: [EntityPeer] })
  class Peers {}
  const app = await createService(Peers, 'memories-peer', config);
  await app.listen();
  return { app };
}

const clock = new TestClock();
let scene: MediaScene<{ app: INestMicroservice }>;
let media: RunningMedia;
let couple: TestCouple;

beforeAll(async () => {
  scene = await startScene(startMemoriesPeer, {}, clock);
  ({ media } = scene);
  couple = await new TestCouple(media).link();
  allowDecoding();
}, 60_000);

afterAll(() => scene.stop());

afterEach(() => {
  scene.gate.mood = 'open';
});

const capsuleOf = ({ id: coupleId }: TestCouple = couple): FileOwner => ({
  type: 'capsule',
  id: randomUUID(),
  coupleId,
});

async function post<T>(
  userId: string,
  path: string,
  body: object,
): Promise<{ status: number; data?: T; code?: string }> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${media.url}/entity-files/${path}`, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${tokenOf(userId)}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
  });
  const answer = (await response.json()) as { data?: T; code?: string };
  return { status: response.status, ...answer };
}

const put = (owner: FileOwner, files: readonly Sent[], by = couple.a._id, fields: Record<string, string> = {}) =>
  post<StagedFiles>(
    by,
    `${owner.type}/${owner.id}`,
    formOf('files', files, {
      clientId: randomUUID(),
      ...(owner.type === 'story' && { nodeId: 'dim', version: '1' }),
      ...fields,
    }),
  );

async function one(owner: FileOwner, file: Sent, by = couple.a._id) {
  const { data, code } = await put(owner, [file], by);
  const [made] = data?.files ?? [];
  if (!made) throw new Error(code);
  return made;
}

interface Allowed {
  epoch?: number;
  seconds?: number;
  by?: string;
}

async function describeAll(
  { type, id }: FileOwner,
  ids: string[],
  { epoch = 0, seconds = 60, by = couple.a._id }: Allowed = {},
): Promise<DescribedFile[]> {
  return (
    (await post<{ files: DescribedFile[] }>(by, 'describe', { owners: [{ type, id, epoch, seconds, ids }] })).data
      ?.files ?? []
  );
}

async function linkTo(owner: FileOwner, id: string, allowed?: Allowed): Promise<string> {
  const [described] = await describeAll(owner, [id], allowed);
  if (!described?.file.url) throw new Error('no link');
  return described.file.url;
}

const open = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(media.url + path.replace('/api/media', ''), init);

const change = (owner: FileOwner, more: { accessEpoch?: number; added?: string[]; removed?: string[] }) =>
  media.bus.publish(filesChanged, owner.coupleId, { owner, accessEpoch: 0, added: [], removed: [], ...more });

const CAMERA = { 0x010f: 'SecretCamera' };
const SHOT = { 0x9003: '2024:05:06 07:08:09', 0x9011: '+02:00' };
const SOUTH_WEST = {
  0x0001: 'S',
  0x0002: [
    [33, 1],
    [51, 1],
    [36, 1],
  ] as [number, number][],
  0x0003: 'W',
  0x0004: [
    [70, 1],
    [30, 1],
    [0, 1],
  ] as [number, number][],
};

const tagged = async (): Promise<Buffer> =>
  withSegments(await plain('jpeg'), exifBlock(CAMERA, SHOT, SOUTH_WEST, Buffer.alloc(0)));

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

describe('a copy of a message’s files', () => {
  const copy = (owner: FileOwner, ids: string[], by = couple.a._id, from?: FileOwner) =>
    post<{ files: CopiedFileDto[] }>(by, `${owner.type}/${owner.id}/copies`, {
      ids,
      ...(from && { from: { type: from.type, id: from.id } }),
    });

  it('is a file of its own, without the metadata that the message kept', async () => {
    const owner = capsuleOf();
    const form = formOf('files', [{ name: 'a.jpg', bytes: await tagged() }], { keepExif: 'true' });
    const [original] = (await upload(media, couple.b._id, form)).data?.messages[0]?.attachments ?? [];
    const ids = [original?.id ?? ''];
    await send(media, couple, ids);
    const [made] = (await copy(owner, ids)).data?.files ?? [];
    expect(made).toMatchObject({ kind: 'image', copyOf: ids[0], takenAt: '2024-05-06T07:08:09+02:00' });
    await bury(media, couple, ids);
    await eventually(async () => expect((await load(media, couple.a._id, ids[0] ?? '')).status).toBe(404));
    const bytes = await bytesOf(await open(await linkTo(owner, made?.id ?? '')));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  it('is refused for files of others and for unreadable files', async () => {
    const other = await new TestCouple(media).link();
    const [theirs = ''] = await staged(media, other.a._id, [{ name: 'a.png', bytes: await plain('png') }]);
    await send(media, other, [theirs]);
    expect(await copy(capsuleOf(), [theirs])).toMatchObject({ status: 404 });
    const entity = await one(capsuleOf(), { name: 'a.png', bytes: await plain('png') });
    expect(await copy(capsuleOf(), [entity.id])).toMatchObject({ status: 404 });
    const [text = ''] = await staged(media, couple.a._id, [{ name: 'a.txt', bytes: 'words' }]);
    await send(media, couple, [text]);
    const document = await copy(capsuleOf(), [text]);
    expect(document.data?.files).toMatchObject([{ kind: 'file', copyOf: text }]);
    for (const ids of [[], Array.from({ length: 6 }, () => text), ['x']])
      expect(await copy(capsuleOf(), ids)).toMatchObject({ status: 400 });
  });
});

describe('a copy of another entity’s files', () => {
  const copy = (ids: string[], from: object, by = couple.a._id, owner = capsuleOf()) =>
    post<{ files: CopiedFileDto[] }>(by, `capsule/${owner.id}/copies`, { ids, from });

  it('stays its author’s, whoever asks for it', async () => {
    const source = { ...capsuleOf(), type: 'challenge' as const };
    const { id } = await one(source, { name: 'a.png', bytes: await plain('png', 14, 10) }, couple.b._id);
    const owner = capsuleOf();
    const [made] = (await copy([id], { type: 'challenge', id: source.id }, couple.a._id, owner)).data?.files ?? [];
    expect(made).toMatchObject({ kind: 'image', copyOf: id });
    expect(await describeAll(owner, [made?.id ?? ''])).toHaveLength(1);
    const [row] = await media.rows<{ ownerId: string }>('SELECT owner_id AS "ownerId" FROM attachments WHERE id = $1', [
      made?.id,
    ]);
    expect(row?.ownerId).toBe(couple.b._id);
  });

  it('is refused of other entities, of messages and to strangers', async () => {
    const source = { ...capsuleOf(), type: 'challenge' as const };
    const { id } = await one(source, { name: 'a.png', bytes: await plain('png', 15, 10) });
    const from = { type: 'challenge', id: source.id };
    const [message = ''] = await staged(media, couple.a._id, [{ name: 'a.png', bytes: await plain('png') }]);
    const two = await new TestCouple(media).link();
    expect(await copy([id], { type: 'challenge', id: randomUUID() })).toMatchObject({ status: 404 });
    expect(await copy([id], { type: 'capsule', id: source.id })).toMatchObject({ status: 404 });
    expect(await copy([message], from)).toMatchObject({ status: 404 });
    expect(await copy([id], from, two.a._id)).toMatchObject({ status: 404 });
    expect(await copy([id], { type: 'message', id: source.id })).toMatchObject({ status: 400 });
  });
});

describe('files of an entity are deleted', () => {
  it('by an event of their own entity only', async () => {
    const [owner, other] = [capsuleOf(), capsuleOf()];
    const mine = await one(owner, { name: 'a.png', bytes: await plain('png') });
    const others = await one(other, { name: 'b.png', bytes: await plain('png', 10, 10) });
    const before = await couple.bytes();
    await change(owner, { accessEpoch: 1, removed: [mine.id, others.id] });
    await eventually(async () => expect(await describeAll(owner, [mine.id], { epoch: 1 })).toEqual([]));
    expect(await describeAll(other, [others.id])).toHaveLength(1);
    expect(await couple.bytes()).toBeLessThan(before);
    await deleteQueuedObjects(media);
  });

  it.each(['capsule', 'challenge', 'story'] as const)(
    'a day after the upload, unless their %s refers to them',
    async (type) => {
      const owner = { ...capsuleOf(), type };
      const [kept, lost] = [
        await one(owner, { name: 'a.png', bytes: await plain('png', 11, 10) }),
        await one(owner, { name: 'b.png', bytes: await plain('png', 12, 10) }),
      ];
      inUse.add(`${type} ${kept.id}`);
      clock.forward(25 * 60 * 60_000);
      await media.app.get(AttachmentCollector).collect();
      const rows = await media.rows('SELECT id, sent FROM attachments WHERE id = ANY($1)', [[kept.id, lost.id]]);
      expect(rows).toEqual([{ id: kept.id, sent: true }]);
    },
  );

  it('with their author’s account and with the couple', async () => {
    const two = await new TestCouple(media).link();
    const owner = capsuleOf(two);
    const [own, partners] = [
      await one(owner, { name: 'a.png', bytes: await plain('png') }, two.a._id),
      await one(owner, { name: 'b.png', bytes: await plain('png', 13, 10) }, two.b._id),
    ];
    await change(owner, { added: [own.id, partners.id] });
    await media.bus.publish(userDeleted, two.a._id, { userId: two.a._id });
    const left = () => media.rows('SELECT id FROM attachments WHERE couple_id = $1', [two.id]);
    await eventually(async () => expect(await left()).toEqual([{ id: partners.id }]));
    await two.unlink();
    await two.purge();
    await eventually(async () => expect(await left()).toEqual([]));
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM file_owners WHERE couple_id = $1', [two.id])).toEqual([]),
    );
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
