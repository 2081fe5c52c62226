import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Format } from '../files/file-kind.js';
import { type Rendition, renditionOf } from '../files/rendition.js';
import { cleanAnimatedWebp } from './animated-webp.js';
import type { CameraFacts } from './camera-facts.js';
import { sharp } from './decoders.js';
import { cleanGif } from './gif.js';
import { heicToJpeg } from './heic.js';
import { readCameraFacts } from './read-camera-facts.js';

/** The longer side of what is shown, and of the small one, in pixels. */
const DISPLAY = 2_048;
const THUMBNAIL = 480;
const BLUR = 16;

const FRAMES = 500;

export type PictureFormat = Extract<Format, 'jpeg' | 'png' | 'gif' | 'webp' | 'heic'>;

export interface Picture {
  original: Rendition;
  display: Rendition;
  thumbnail: Rendition;
  width: number;
  height: number;
  blur: string;
}

interface Header {
  width: number;
  height: number;
  frames: number;
  exif?: Buffer;
}

/**
 * A picture as it is kept: turned upright, in sRGB, without anything that it tells of camera, place and person; one to
 * show, a small one and a tiny one. An animation keeps its frames as they are and moves on.
 * @param keepsFacts its sender wants it to tell of the camera: then the full picture keeps that, see `cameraFacts`
 * @throws AppError FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS
 */
export async function preparePicture(path: string, format: PictureFormat, folder: string, keepsFacts = false): Promise<Picture> {
  if (format === 'heic') {
    const jpeg = join(folder, 'from-heic.jpg');
    await heicToJpeg(path, jpeg, keepsFacts);
    return still(jpeg, 'jpeg', await headerOf(jpeg), folder, keepsFacts);
  }
  // Cleaned before anything else looks at it: what stands behind its end would confuse the decoder.
  if (format === 'gif') return animation(await cleanCopy(path, format, folder), format, folder);
  const header = await headerOf(path);
  return header.frames > 1 ? animation(await cleanCopy(path, format, folder), format, folder) : still(path, format, header, folder, keepsFacts);
}

/** The header tells, before anything is decoded; of an animation all frames count. */
async function headerOf(path: string): Promise<Header> {
  const about = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable);
  const frames = about.pages ?? 1;
  const { width, height } = about.autoOrient;
  const upright = { width, height: about.pageHeight ?? height, frames, ...(about.exif && { exif: about.exif }) };
  if (upright.width * upright.height * frames > LIMITS.avatarPixels || frames > FRAMES) throw new AppError('IMAGE_TOO_MANY_PIXELS');
  return upright;
}

const open = (path: string, animated = false) =>
  sharp(path, { animated, limitInputPixels: LIMITS.avatarPixels, failOn: 'error', sequentialRead: true }).timeout({ seconds: LIMITS.imageSeconds });

async function still(path: string, format: 'jpeg' | 'png' | 'webp', { width, height, exif }: Header, folder: string, keepsFacts: boolean): Promise<Picture> {
  const original = join(folder, `original.${format}`);
  const display = join(folder, 'display.webp');
  const encode = { jpeg: { quality: 90 }, png: { compressionLevel: 4 }, webp: { quality: 90 } };
  const facts = keepsFacts && exif ? await readCameraFacts(exif) : null;
  const clean = facts ? await withFacts(path, facts, folder) : open(path).autoOrient().toColourspace('srgb');
  await clean.toFormat(format, encode[format]).toFile(original).catch(unreadable);
  await open(path).autoOrient().resize(DISPLAY, DISPLAY, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb').webp({ quality: 82 }).toFile(display).catch(unreadable);
  return {
    original: await renditionOf(original, `image/${format}`),
    display: await renditionOf(display, 'image/webp'),
    ...(await smallOnes(display, folder)),
    width,
    height,
  };
}

/**
 * By way of a picture that has nothing but its pixels: told to write some EXIF, the encoder takes the small picture of the
 * block that was there along, which may show what its sender has cut off.
 */
async function withFacts(path: string, facts: CameraFacts, folder: string): Promise<ReturnType<typeof open>> {
  const pixels = join(folder, 'pixels.png');
  await open(path).autoOrient().toColourspace('srgb').png({ compressionLevel: 1 }).toFile(pixels).catch(unreadable);
  return open(pixels).withExif({ ...facts });
}

async function animation(original: string, format: PictureFormat, folder: string): Promise<Picture> {
  const { width, height } = await headerOf(original);
  const first = join(folder, 'first.webp');
  // Every frame is decoded once: one that cannot be is found here and not by whoever looks at it.
  await open(original, true).resize({ width: BLUR }).raw().toBuffer().catch(unreadable);
  await open(original).resize(DISPLAY, DISPLAY, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }).toFile(first).catch(unreadable);
  const moving = await renditionOf(original, `image/${format}`);
  return { original: moving, display: moving, ...(await smallOnes(first, folder)), width, height };
}

async function cleanCopy(path: string, format: PictureFormat, folder: string): Promise<string> {
  const clean = join(folder, `original.${format}`);
  await writeFile(clean, cleaned(await readFile(path), format), { mode: 0o600 });
  return clean;
}

function cleaned(file: Buffer, format: PictureFormat): Buffer {
  try {
    return format === 'gif' ? cleanGif(file) : cleanAnimatedWebp(file);
  } catch (cause) {
    return unreadable(cause);
  }
}

/** The small one and the tiny one, of a picture of ours. */
export async function smallOnes(path: string, folder: string): Promise<Pick<Picture, 'thumbnail' | 'blur'>> {
  const thumbnail = join(folder, 'thumbnail.webp');
  await open(path).resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 78 }).toFile(thumbnail).catch(unreadable);
  const tiny = await open(thumbnail).resize(BLUR, BLUR, { fit: 'inside' }).webp({ quality: 40 }).toBuffer().catch(unreadable);
  return { thumbnail: await renditionOf(thumbnail, 'image/webp'), blur: `data:image/webp;base64,${tiny.toString('base64')}` };
}

function unreadable(cause: unknown): never {
  throw new AppError('FILE_UNREADABLE', { cause });
}
