import sharp from 'sharp';
import {
  type MessagingPeers,
  type Sent,
  TestCouple,
  bytesOf,
  formOf,
  load,
  startMessagingPeer,
  upload,
} from './couples.js';
import { heic, mov, mp3, mp4, webm } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, colourOf, gif, photo, plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';

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

const tokenlessStranger = '01a1fd3f-7814-735d-9393-c3a30839e356';

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
