import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { ERRORS, type ErrorCode, LIMITS } from '@duet/contracts';
import { eventually } from '@duet/testing';
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
import { heic, mov, recording } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, bomb, giant, gif, photo, plain } from './pictures.js';
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
