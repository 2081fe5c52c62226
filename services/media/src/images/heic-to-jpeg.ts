import { readFile, writeFile } from 'node:fs/promises';
import libheif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { type CameraFacts, cameraFacts, exifOf } from './camera-facts.js';
import { profileOf, withProfile } from './colour-profile.js';

/** Says that there are more pixels than allowed; any other failure is 1. */
const TOO_MANY_PIXELS = 3;

/** A process of its own: `heic-to-jpeg <from> <to> <pixels> [keep-facts]`. */
async function main(from: string, to: string, pixels: number, keepsFacts: boolean): Promise<void> {
  const file = await readFile(from);
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > pixels) process.exit(TOO_MANY_PIXELS);
  const target = { data: new Uint8ClampedArray(width * height * 4) };
  const decoded = await new Promise<object | null>((resolve) => image.display(target, resolve));
  if (!decoded) throw new Error('not decoded');
  const made = sharp(target.data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' }).jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  const facts = keepsFacts ? factsOf(file) : null;
  const jpeg = await (facts ? made.withExif({ ...facts }) : made).toBuffer();
  const profile = profileOf(file);
  await writeFile(to, profile ? withProfile(jpeg, profile) : jpeg, { mode: 0o600 });
}

/** What cannot be read is not kept. */
function factsOf(file: Buffer): CameraFacts | null {
  const exif = exifOf(file);
  try {
    return exif && cameraFacts(exif);
  } catch {
    return null;
  }
}

const [from = '', to = '', pixels = '0', facts] = process.argv.slice(2);
await main(from, to, Number(pixels), facts === 'keep-facts').catch(() => process.exit(1));
