import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'webp';

/** The EXIF orientations. */
export type Orientation = 1 | 3 | 6 | 8;

/** Allows decoders for pictures in memory, which the service blocks. Call it after the service's start. */
export const allowDecoding = (): void =>
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });

const RED = { r: 230, g: 20, b: 20 };
const BLUE = { r: 20, g: 20, b: 230 };

/** A picture that is red above and blue below when it is upright. */
async function upright(): Promise<Buffer> {
  const half = (background: typeof RED) =>
    sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width: 600, height: 800, channels: 3, background: RED } })
    .composite([{ input: await half(BLUE), left: 0, top: 400 }])
    .png()
    .toBuffer();
}

/** The same with rotated pixels, the orientation in EXIF, and a location. */
export async function photo(format: Format, orientation: Orientation = 6): Promise<Buffer> {
  // The inverse of the EXIF orientation.
  const turn = { 1: 0, 3: 180, 6: 270, 8: 90 }[orientation];
  return sharp(await upright())
    .rotate(turn)
    .withExif({
      IFD0: { Make: 'SecretCamera', Orientation: String(orientation), ImageDescription: 'our home' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    )
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

export const plain = (format: Format, width = 300, height = 200): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: RED } })
    .toFormat(format)
    .toBuffer();

/** An incompressible picture of about the given size. */
export async function noisy(atLeast: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(atLeast / 3)) + 20;
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: RED,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function onePixelDeep(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

/** A few kilobytes that decode to `width` times `height` pixels. */
export const bomb = (width: number, height: number): Buffer =>
  onePixelDeep(width, height, Buffer.alloc(height * (Math.ceil(width / 8) + 1)));

/** A header that claims a size without the pixels. */
export const giant = (width: number, height: number): Buffer => onePixelDeep(width, height, Buffer.alloc(1_000));

/** The mean colour of a part of the stored pixels, without rotation. */
export async function colourOf(picture: Buffer, top: number, height: number): Promise<{ red: number; blue: number }> {
  const { width } = await sharp(picture).metadata();
  const { channels } = await sharp(
    await sharp(picture).extract({ left: 0, top, width, height }).png().toBuffer(),
  ).stats();
  return { red: Math.round(channels[0]?.mean ?? 0), blue: Math.round(channels[2]?.mean ?? 0) };
}

/** An animation of squares in changing colours. */
export async function gif(frames: number, side = 20): Promise<Buffer> {
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
