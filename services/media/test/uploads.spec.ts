import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { ERRORS, type ErrorCode, LIMITS } from '@duet/contracts';
import { eventually } from '@duet/testing';
import sharp from 'sharp';
import {
  type MessagingPeers,
  type Sent,
  TestCouple,
  bytesOf,
  formOf,
  load,
  send,
  staged,
  startMessagingPeer,
  upload,
} from './couples.js';
import { heic, mov, mp3, mp4, recording, webm } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, bomb, colourOf, giant, photo, plain } from './pictures.js';
import { type RunningMedia, tokenOf } from './running-media.js';

let scene: MediaScene<MessagingPeers>;
let media: RunningMedia;
let couple: TestCouple;

beforeAll(async () => {
  scene = await startScene(startMessagingPeer);
  ({ media } = scene);
  couple = await new TestCouple(media).link();
  allowDecoding();
}, 60_000);

afterAll(() => scene.stop());

const SECRETS = ['SecretCamera', 'SecretPlace', 'our home', '+52.52', '52.52', 'adobe:ns:meta'];

const secretsIn = (bytes: Buffer): string[] => SECRETS.filter((secret) => bytes.includes(secret));

async function gif(frames: number, side = 20): Promise<Buffer> {
  const one = (index: number): Promise<Buffer> =>
    sharp({
      create: { width: side, height: side, channels: 3, background: { r: (index * 20) % 256, g: index % 256, b: 99 } },
    })
      .png()
      .toBuffer();
  const pages = await Promise.all(Array.from({ length: frames }, (_, index) => one(index)));
  return sharp(pages, { join: { animated: true } })
    .gif({ loop: 0, delay: pages.map(() => 50) })
    .toBuffer();
}

/** A GIF with a comment and with trailing bytes. */
const talkative = (file: Buffer): Buffer =>
  Buffer.concat([
    file.subarray(0, -1),
    Buffer.from([0x21, 0xfe, 11]),
    Buffer.from('SecretPlace'),
    Buffer.from([0, 0x3b]),
    Buffer.from('<script>SecretPlace</script>'),
  ]);

async function only(file: Sent) {
  const { data, code } = await upload(media, couple.a._id, formOf('files', [file]));
  const [attachment] = data?.messages[0]?.attachments ?? [];
  if (!attachment) throw new Error(code);
  return attachment;
}

const variant = async (id: string, name: string): Promise<Buffer> => bytesOf(await load(media, couple.a._id, id, name));

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'is stored upright, without metadata and in three sizes (%s)',
    async (format) => {
      const made = await only({ name: `IMG.${format}`, bytes: await photo(format, 6) });
      expect(made).toMatchObject({
        kind: 'image',
        width: 600,
        height: 800,
        mimeType: `image/${format}`,
        filename: `IMG.${format}`,
        blur: expect.stringMatching(/^data:image\/webp;base64,/),
      });
      expect(made.blur?.length).toBeLessThan(2_000);
      for (const name of ['original', 'display', 'thumbnail']) {
        const bytes = await variant(made.id, name);
        expect(secretsIn(bytes)).toEqual([]);
        const about = await sharp(bytes).metadata();
        expect(about.exif ?? about.xmp ?? about.icc).toBeUndefined();
        expect(about.orientation ?? 1).toBe(1);
        expect((await colourOf(bytes, 0, 20)).red).toBeGreaterThan(150);
      }
      expect((await sharp(await variant(made.id, 'thumbnail')).metadata()).height).toBe(480);
      expect(made.size).toBe((await variant(made.id, 'original')).length);
    },
  );

  it('in HEIC becomes an upright JPEG', async () => {
    const made = await only({ name: 'IMG_1.HEIC', bytes: heic() });
    expect(made).toMatchObject({
      kind: 'image',
      filename: 'IMG_1.jpg',
      mimeType: 'image/jpeg',
      width: 480,
      height: 640,
    });
    expect(await sharp(await variant(made.id, 'display')).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 640,
    });
    expect(secretsIn(await variant(made.id, 'original'))).toEqual([]);
  });

  it('with an animation keeps its frames and no metadata', async () => {
    const made = await only({ name: 'a.gif', bytes: talkative(await gif(12)) });
    const bytes = await variant(made.id, 'display');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'gif', pages: 12 });
    expect(secretsIn(bytes)).toEqual([]);
    expect((await sharp(await variant(made.id, 'thumbnail')).metadata()).pages ?? 1).toBe(1);
    const animated = await sharp(await gif(5), { animated: true })
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .webp()
      .toBuffer();
    const webpMade = await only({ name: 'a.webp', bytes: animated });
    const clean = await variant(webpMade.id, 'original');
    expect(secretsIn(clean)).toEqual([]);
    expect(await sharp(clean).metadata()).toMatchObject({ format: 'webp', pages: 5 });
  });
});

describe('a video or audio file', () => {
  it.each([
    ['a.mov', mov, 'a.mp4', 'video/mp4'],
    ['a.mp4', mp4, 'a.mp4', 'video/mp4'],
    ['a.webm', webm, 'a.webm', 'video/webm'],
  ] as const)('%s keeps its streams and loses its metadata', async (name, make, filename, mimeType) => {
    const bytes = make();
    expect(secretsIn(bytes)).not.toEqual([]);
    const made = await only({ name, bytes });
    expect(made).toMatchObject({
      kind: 'video',
      filename,
      mimeType,
      width: 320,
      height: 180,
      blur: expect.any(String),
    });
    expect(made.duration).toBeCloseTo(2, 0);
    const kept = await variant(made.id, 'original');
    expect(secretsIn(kept)).toEqual([]);
    if (mimeType === 'video/mp4') expect(kept.indexOf('moov')).toBeLessThan(kept.indexOf('mdat'));
    expect((await sharp(await variant(made.id, 'thumbnail')).metadata()).width).toBe(320);
  });

  it('in MP3 loses its tags', async () => {
    const made = await only({ name: 'song.mp3', bytes: mp3() });
    expect(made).toMatchObject({ kind: 'file', mimeType: 'audio/mpeg' });
    expect(secretsIn(await variant(made.id, 'original'))).toEqual([]);
  });
});

describe('an upload', () => {
  it('stages one message for its pictures and videos, and one for each other file', async () => {
    const files = [
      { name: 'a.txt', bytes: 'hello' },
      { name: 'b.png', bytes: await plain('png') },
      { name: 'c.pdf', bytes: '%PDF-1.7\n%%EOF' },
      { name: 'd.mp4', bytes: mp4() },
      { name: 'e.svg', bytes: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' },
    ];
    const replyTo = couple.id;
    const { status, data } = await upload(
      media,
      couple.a._id,
      formOf('files', files, { replyTo, clientMessageId: couple.id, content: 'Für\r\ndich' }),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({ chatId: couple.id, replyTo, clientMessageId: couple.id, content: 'Für\ndich' });
    expect(
      data?.messages.map(({ messageType, attachments }) => [messageType, attachments.map(({ filename }) => filename)]),
    ).toEqual([
      ['file', ['a.txt']],
      ['image', ['b.png', 'd.mp4']],
      ['file', ['c.pdf']],
      ['file', ['e.svg']],
    ]);
    const svg = data?.messages[3]?.attachments[0];
    const { headers } = await load(media, couple.a._id, svg?.id ?? '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('of AAC without a container is a download, and its extension suits no other file', async () => {
    const aac = { name: 'memo.aac', bytes: Buffer.from('fff1508001bffc'.repeat(40), 'hex') };
    expect(await only(aac)).toMatchObject({ kind: 'file', filename: 'memo.aac', mimeType: 'application/octet-stream' });
    for (const wrong of [
      { ...aac, name: 'memo.mp3' },
      { name: 'memo.aac', bytes: 'words' },
    ])
      expect(await upload(media, couple.a._id, formOf('files', [wrong]))).toMatchObject({
        status: 415,
        code: 'FILE_TYPE_UNSUPPORTED',
      });
  });

  it('of a user without a partner is rejected before anything is stored', async () => {
    const { status, code } = await upload(media, tokenlessStranger, formOf('files', [{ name: 'a.txt', bytes: 'a' }]));
    expect({ status, code }).toEqual({ status: 403, code: 'NO_PARTNER' });
  });
});

const tokenlessStranger = '01a1fd3f-7814-735d-9393-c3a30839e356';

const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2);

const BAD: [string, ErrorCode, () => Promise<Sent[]> | Sent[]][] = [
  ['no file', 'FILES_MISSING', () => []],
  ['an empty file', 'FILE_UNREADABLE', () => [{ name: 'a.txt', bytes: '' }]],
  [
    'six files',
    'TOO_MANY_FILES',
    () => Array.from({ length: 6 }, (_, index) => ({ name: `${index}.txt`, bytes: 'x' })),
  ],
  [
    'a file that is too large among valid ones',
    'FILE_TOO_LARGE',
    () => [
      { name: 'a.txt', bytes: 'x' },
      { name: 'b.bin', bytes: Buffer.alloc(LIMITS.fileBytes + 1) },
    ],
  ],
  [
    'an HTML page called .png',
    'FILE_TYPE_UNSUPPORTED',
    () => [{ name: 'a.png', bytes: '<!doctype html><script>alert(1)</script>' }],
  ],
  ['a PNG called .pdf', 'FILE_TYPE_UNSUPPORTED', async () => [{ name: 'a.pdf', bytes: await plain('png') }]],
  ['a JPEG called .png', 'FILE_TYPE_UNSUPPORTED', async () => [{ name: 'a.png', bytes: await plain('jpeg') }]],
  [
    'a program called .mp4',
    'FILE_TYPE_UNSUPPORTED',
    () => [{ name: 'a.mp4', bytes: Buffer.from('7f454c4602010100', 'hex') }],
  ],
  ['half a PNG', 'FILE_UNREADABLE', async () => [{ name: 'a.png', bytes: half(await photo('png')) }]],
  ['half a JPEG', 'FILE_UNREADABLE', async () => [{ name: 'a.jpg', bytes: half(await photo('jpeg')) }]],
  ['half a WebP', 'FILE_UNREADABLE', async () => [{ name: 'a.webp', bytes: half(await photo('webp')) }]],
  ['half a GIF', 'FILE_UNREADABLE', async () => [{ name: 'a.gif', bytes: half(await gif(6)) }]],
  ['half a HEIC', 'FILE_UNREADABLE', () => [{ name: 'a.heic', bytes: half(heic()) }]],
  ['half a video', 'FILE_UNREADABLE', () => [{ name: 'a.mp4', bytes: half(mov()) }]],
  [
    'only the first bytes of a JPEG',
    'FILE_UNREADABLE',
    () => [{ name: 'a.jpg', bytes: Buffer.from('ffd8ffe000104a464946', 'hex') }],
  ],
  ['a bomb of 41 megapixels', 'IMAGE_TOO_MANY_PIXELS', () => [{ name: 'a.png', bytes: bomb(8_000, 5_200) }]],
  [
    'a header that claims 10 gigapixels',
    'IMAGE_TOO_MANY_PIXELS',
    () => [{ name: 'a.png', bytes: giant(100_000, 100_000) }],
  ],
  [
    'a HEIC that claims 900 megapixels',
    'IMAGE_TOO_MANY_PIXELS',
    () => [{ name: 'a.heic', bytes: heic({ width: 30_000, height: 30_000 }) }],
  ],
  [
    'a HEIC with more pixels than its header states',
    'FILE_UNREADABLE',
    () => [{ name: 'a.heic', bytes: heic({ width: 100, height: 100 }) }],
  ],
  ['a thousand frames', 'IMAGE_TOO_MANY_PIXELS', async () => [{ name: 'a.gif', bytes: await gif(1_000, 8) }]],
];

async function nothingIsLeft(before: number): Promise<void> {
  await eventually(() => expect(media.onDisk()).toEqual([]));
  expect(await media.rows<{ count: number }>('SELECT count(*)::int AS count FROM attachments')).toEqual([
    { count: before },
  ]);
  await eventually(async () =>
    expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toEqual([]),
  );
}

const count = async (): Promise<number> =>
  (await media.rows<{ count: number }>('SELECT count(*)::int AS count FROM attachments'))[0]?.count ?? -1;

describe('a form with several files', () => {
  it.each(BAD)('is rejected as a whole for %s with %s', async (_what, code, files) => {
    const before = await count();
    const answer = await upload(media, couple.a._id, formOf('files', await files()));
    expect(answer).toMatchObject({ status: ERRORS[code].status, code });
    expect(answer.message).toMatch(
      code === 'FILE_TOO_LARGE' ? /^File b.bin is too large. Maximum size is 10MB.$/ : /./,
    );
    await nothingIsLeft(before);
  });

  it.each([
    ['files', '/attachments', { name: 'a.txt', bytes: 'for the former partner' }],
    ['voice', '/attachments/voice', { name: 'note.webm', bytes: recording() }],
  ])('that names its conversation is stored for that one only (%s)', async (field, path, file) => {
    const before = await count();
    const post = (chatId: string) => upload(media, couple.a._id, formOf(field, [file], { chatId }), path);
    expect(await post(randomUUID())).toMatchObject({ status: 404, code: 'CONVERSATION_NOT_FOUND' });
    await nothingIsLeft(before);
    const { data } = await post(couple.id.toUpperCase());
    expect(data).toMatchObject({ chatId: couple.id, messages: [expect.anything()] });
    expect(await count()).toBe(before + 1);
  });

  it('is rejected for a field that is no id', async () => {
    expect(
      await upload(media, couple.a._id, formOf('files', [{ name: 'a.txt', bytes: 'x' }], { replyTo: 'somewhere' })),
    ).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  it('gets safe file names', async () => {
    const [id] = await staged(media, couple.a._id, [{ name: '../..\\evil\u202egpj.txt', bytes: 'x' }]);
    expect(await media.rows('SELECT filename FROM attachments WHERE id = $1', [id])).toEqual([
      { filename: 'evilgpj.txt' },
    ]);
  });

  it('may contain a file of exactly 10 MB', async () => {
    const [id] = await staged(media, couple.a._id, [{ name: 'a.bin', bytes: Buffer.alloc(LIMITS.fileBytes, 7) }]);
    await send(media, couple, [id ?? '']);
    expect((await bytesOf(await load(media, couple.b._id, id ?? ''))).equals(Buffer.alloc(LIMITS.fileBytes, 7))).toBe(
      true,
    );
  });
});

describe('interrupted uploads', () => {
  it('leave no file, no descriptor and no row', async () => {
    const before = await count();
    const { hostname, port } = new URL(media.url);
    const token = tokenOf(couple.a._id);
    const cut = (): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(
            `POST /attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n`,
          );
          socket.write('--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n');
          socket.write(Buffer.alloc(40_000), () => setImmediate(() => socket.destroy()));
        });
        socket.once('close', () => resolve());
      });
    const descriptors = (): number => readdirSync('/proc/self/fd').length;
    // The first uploads open connections that stay in the pools.
    await Promise.all(Array.from({ length: 20 }, cut));
    await nothingIsLeft(before);
    const opened = descriptors();
    for (let round = 0; round < 50; round += 1) await Promise.all(Array.from({ length: 20 }, cut));
    await eventually(() => expect(descriptors()).toBeLessThanOrEqual(opened + 10));
    await nothingIsLeft(before);
  }, 60_000);
});
