import { readFile, writeFile } from 'node:fs/promises';
import libheif from 'libheif-js/wasm-bundle.js';
import sharp from 'sharp';
import { type CameraMetadata, cameraMetadata, exifOf } from './camera-metadata.js';
import { profileOf, withProfile } from './colour-profile.js';

/** Exit codes: more pixels than allowed, and a system call that failed (a full disk); any other failure is 1. */
const TOO_MANY_PIXELS = 3;
const SYSTEM_FAILED = 4;

/** The program: `heic-to-jpeg <from> <to> <pixels> [keep-metadata]`. */
async function main(from: string, to: string, pixels: number, keepsMetadata: boolean): Promise<void> {
  const file = await readFile(from);
  const images = new libheif.HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > pixels) process.exit(TOO_MANY_PIXELS);
  const target = { data: new Uint8ClampedArray(width * height * 4) };
  const decoded = await new Promise<object | null>((resolve) => image.display(target, resolve));
  if (!decoded) throw new Error('not decoded');
  const made = sharp(target.data, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  const metadata = keepsMetadata ? metadataOf(file) : null;
  const jpeg = await (metadata ? made.withExif({ ...metadata }) : made).toBuffer();
  const profile = profileOf(file);
  await writeFile(to, profile ? withProfile(jpeg, profile) : jpeg, { mode: 0o600 });
}

/** Null for an unreadable EXIF block. */
function metadataOf(file: Buffer): CameraMetadata | null {
  const exif = exifOf(file);
  try {
    return exif && cameraMetadata(exif);
  } catch {
    return null;
  }
}

const [from = '', to = '', pixels = '0', metadata] = process.argv.slice(2);
await main(from, to, Number(pixels), metadata === 'keep-metadata').catch((cause: unknown) => {
  const isSystem = cause instanceof Error && 'syscall' in cause;
  if (isSystem) process.stderr.write(cause.message);
  process.exit(isSystem ? SYSTEM_FAILED : 1);
});
