import sharp from 'sharp';
import { readCameraMetadata } from '../src/images/read-camera-metadata.js';
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
import { exifBlock, segmentsOf, tagsOf, withSegments } from './exif-blocks.js';
import { heic } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { allowDecoding, colourOf, plain } from './pictures.js';
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

const XMP = Buffer.from(
  'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/">SecretXmp</x:xmpmeta>',
  'latin1',
);

const CAMERA = {
  0x010e: 'SecretTitle',
  0x010f: 'Apple',
  0x0110: 'iPhone 15 Pro',
  0x0112: [6],
  0x0131: 'SecretSoftware',
  0x0132: '2001:01:01 01:01:01',
  0x013b: 'SecretArtist',
  0x013c: 'SecretHost',
  0x8298: 'SecretCopyright',
};

const SHOT = {
  0x829a: [[1, 250]] as [number, number][],
  0x829d: [[178, 100]] as [number, number][],
  0x8827: [80],
  0x9003: '2024:05:06 07:08:09',
  0x9011: '+02:00',
  0x920a: [[6_765, 1_000]] as [number, number][],
  0x927c: Buffer.from('SecretMakerNote'),
  0x9286: Buffer.from('ASCII\0\0\0SecretComment'),
  0xa420: 'SecretImageId',
  0xa430: 'SecretOwner',
  0xa431: 'SecretSerial',
  0xa434: 'iPhone 15 Pro back camera 6.765mm f/1.78',
  0xa435: 'SecretLensSerial',
};

const PLACE = {
  0x0001: 'N',
  0x0002: [
    [52, 1],
    [31, 1],
    [12, 1],
  ] as [number, number][],
  0x0003: 'E',
  0x0004: [
    [13, 1],
    [24, 1],
    [18, 1],
  ] as [number, number][],
  0x001d: '2024:05:06',
};

/** A picture with all kinds of metadata of a phone, allowed and not. */
const block = async (): Promise<Buffer> =>
  exifBlock(CAMERA, SHOT, PLACE, withSegments(await plain('jpeg', 40, 30), Buffer.from('SecretThumbnail')));

async function phone(): Promise<Buffer> {
  const lying = sharp({ create: { width: 800, height: 600, channels: 3, background: '#e61414' } });
  return withSegments(await lying.jpeg().toBuffer(), await block(), XMP);
}

async function only(file: Sent, fields: Record<string, string>) {
  const { data, code } = await upload(media, couple.a._id, formOf('files', [file], fields));
  const [attachment] = data?.messages[0]?.attachments ?? [];
  if (!attachment) throw new Error(code);
  return attachment;
}

const variant = async (id: string, name: string): Promise<Buffer> => bytesOf(await load(media, couple.a._id, id, name));

const KEPT = {
  camera: { 0x010f: 'Apple', 0x0110: 'iPhone 15 Pro', 0x0112: '1' },
  photo: {
    0x829a: '0.004',
    0x829d: '1.78',
    0x8827: '80',
    0x9003: '2024:05:06 07:08:09',
    0x9011: '+02:00',
    0x920a: '6.765',
    0xa434: 'iPhone 15 Pro back camera 6.765mm f/1.78',
  },
};

/** Tags that the encoder itself writes: sizes, density, versions. */
const OF_THE_FILE = [0x011a, 0x011b, 0x0128, 0x0213, 0x8769, 0x9000, 0x9101, 0xa000, 0xa001, 0xa002, 0xa003];

const metadata = (tags: Record<number, string> = {}) =>
  Object.fromEntries(Object.entries(tags).filter(([tag]) => !OF_THE_FILE.includes(Number(tag))));

async function tagsIn(bytes: Buffer) {
  const { exif } = await sharp(bytes).metadata();
  if (!exif) throw new Error('no EXIF');
  const { camera, photo, gps, thumbnail } = tagsOf(exif);
  return { camera: metadata(camera), photo: metadata(photo), gps, thumbnail };
}

it('the sample picture contains all kinds of metadata', async () => {
  const bytes = await phone();
  expect(segmentsOf(bytes)).toEqual(['Exif', 'http://ns.adobe.com/xap/1.0/']);
  const { camera, photo, gps, thumbnail } = tagsOf((await sharp(bytes).metadata()).exif ?? Buffer.alloc(0));
  expect(Object.keys(camera ?? {})).toHaveLength(Object.keys(CAMERA).length + 2);
  expect([photo?.[0xa431], gps?.[0x0002], Object.keys(thumbnail ?? {})]).toEqual([
    'SecretSerial',
    '52',
    ['513', '514'],
  ]);
});

describe('a picture whose sender keeps camera metadata', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('contains camera and exposure and nothing else (%s)', async (format) => {
    const bytes =
      format === 'jpeg'
        ? await phone()
        : await sharp(await phone())
            .keepMetadata()
            .toFormat(format)
            .toBuffer();
    const made = await only({ name: `IMG.${format}`, bytes }, { keepExif: 'true' });
    expect(made).toMatchObject({ width: 600, height: 800, mimeType: `image/${format}` });
    const kept = await variant(made.id, 'original');
    expect(await tagsIn(kept)).toEqual({ ...KEPT, gps: {}, thumbnail: {} });
    expect(kept.includes('Secret')).toBe(false);
    const about = await sharp(kept).metadata();
    expect([about.orientation, about.width, about.height, about.xmp, about.iptc, about.icc]).toEqual([
      1,
      600,
      800,
      undefined,
      undefined,
      undefined,
    ]);
    expect((await colourOf(kept, 0, 20)).red).toBeGreaterThan(150);
    if (format === 'jpeg') expect(segmentsOf(kept)).toEqual(['Exif']);
    for (const name of ['display', 'thumbnail'])
      expect((await sharp(await variant(made.id, name)).metadata()).exif).toBeUndefined();
  });

  it('in HEIC of an iPhone contains the same', async () => {
    const made = await only({ name: 'IMG_1.HEIC', bytes: heic(undefined, await block()) }, { keepExif: 'true' });
    const kept = await variant(made.id, 'original');
    expect(await tagsIn(kept)).toEqual({ ...KEPT, gps: {}, thumbnail: {} });
    expect([segmentsOf(kept), kept.includes('Secret')]).toEqual([['Exif'], false]);
  });

  it('contains no metadata when none is allowed or readable', async () => {
    const secretive = exifBlock(
      { 0x010e: 'SecretTitle', 0x010f: 'Apple\u0007' },
      { 0xa431: 'SecretSerial', 0x9003: 'when?', 0x829a: [[1, 0]] },
      PLACE,
      Buffer.alloc(0),
    );
    const broken = Buffer.concat([Buffer.from('Exif\0\0MM\0*', 'latin1'), Buffer.alloc(40, 0xff)]);
    for (const exif of [secretive, broken]) {
      const made = await only({ name: 'a.jpg', bytes: withSegments(await plain('jpeg'), exif) }, { keepExif: 'true' });
      expect((await sharp(await variant(made.id, 'original')).metadata()).exif).toBeUndefined();
    }
    const iPhone = await only({ name: 'IMG_1.HEIC', bytes: heic() }, { keepExif: 'true' });
    expect((await sharp(await variant(iPhone.id, 'original')).metadata()).exif).toBeUndefined();
  });
});

describe('a picture whose sender does not keep metadata', () => {
  it.each<Record<string, string>>([{}, { keepExif: 'false' }])('contains no metadata (%j)', async (fields) => {
    for (const file of [
      { name: 'IMG.jpg', bytes: await phone() },
      { name: 'IMG.heic', bytes: heic(undefined, await block()) },
    ]) {
      const made = await only(file, fields);
      for (const name of ['original', 'display', 'thumbnail']) {
        const bytes = await variant(made.id, name);
        expect([
          bytes.includes('Exif'),
          bytes.includes('Secret'),
          bytes.includes('Apple'),
          (await sharp(bytes).metadata()).exif,
        ]).toEqual([false, false, false, undefined]);
      }
    }
  });

  it.each(['1', 'TRUE', 'yes', '', 'true '])('is rejected with the invalid value %j', async (keepExif) => {
    expect(
      (
        await upload(
          media,
          couple.a._id,
          formOf('files', [{ name: 'a.jpg', bytes: await plain('jpeg') }], { keepExif }),
        )
      ).code,
    ).toBe('VALIDATION_FAILED');
  });
});

/** Thousands of tags that each reference the whole block: gigabytes when read naively. */
function bomb(): Buffer {
  const tags = 20_000;
  const tiff = Buffer.alloc(256 * 1024 - 6);
  tiff.write('4d4d002a00000008', 'hex');
  tiff.writeUInt16BE(tags, 8);
  for (let index = 0; index < tags; index += 1) {
    const entry = 10 + index * 12;
    tiff.writeUInt16BE(index + 1, entry);
    tiff.writeUInt16BE(1, entry + 2);
    tiff.writeUInt32BE(0xffffffff, entry + 4);
    tiff.writeUInt32BE(0, entry + 8);
  }
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}

it('an EXIF block that expands beyond the memory limit only loses its own metadata', async () => {
  const [hostile, honest] = await Promise.all([readCameraMetadata(bomb()), readCameraMetadata(await block())]);
  expect(hostile).toBeNull();
  expect(honest?.IFD0).toEqual({ Make: 'Apple', Model: 'iPhone 15 Pro' });
});
