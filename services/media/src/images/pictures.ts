import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import type { Format } from '../files/file-kind.js';
import { type Rendition, renditionOf } from '../files/rendition.js';
import { cleanAnimatedWebp } from './animated-webp.js';
import type { CameraMetadata } from './camera-metadata.js';
import { sharp } from './decoders.js';
import { cleanGif } from './gif.js';
import { heicToJpeg } from './heic.js';
import { readCameraMetadata } from './read-camera-metadata.js';
import { unreadable } from './unreadable.js';

/** The longer sides of display picture, thumbnail and blur, in pixels. */
const DISPLAY = 2_048;
const THUMBNAIL = 480;
const BLUR = 16;

/** Most frames of an animation. */
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
 * Makes the stored pictures: the original upright, in sRGB and without metadata, a display picture, a thumbnail and a blur.
 * An animation keeps its frames.
 * @param keepsMetadata the original keeps the metadata that `cameraMetadata` allows
 * @throws AppError FILE_UNREADABLE, IMAGE_TOO_MANY_PIXELS, UNAVAILABLE
 */
export async function preparePicture(
  path: string,
  format: PictureFormat,
  folder: string,
  keepsMetadata = false,
): Promise<Picture> {
  if (format === 'heic') {
    const jpeg = join(folder, 'from-heic.jpg');
    await heicToJpeg(path, jpeg, keepsMetadata);
    return still(jpeg, 'jpeg', await headerOf(jpeg), folder, keepsMetadata);
  }
  // Trailing bytes would confuse the decoder, so they are removed first.
  if (format === 'gif') return animation(await cleanCopy(path, format, folder), format, folder);
  const header = await headerOf(path);
  return header.frames > 1
    ? animation(await cleanCopy(path, format, folder), format, folder)
    : still(path, format, header, folder, keepsMetadata);
}

/** Checks the pixels of all frames by the header, before anything is decoded. */
async function headerOf(path: string): Promise<Header> {
  const about = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable(path));
  const frames = about.pages ?? 1;
  const { width, height } = about.autoOrient;
  const upright = { width, height: about.pageHeight ?? height, frames, ...(about.exif && { exif: about.exif }) };
  if (upright.width * upright.height * frames > LIMITS.avatarPixels || frames > FRAMES)
    throw new AppError('IMAGE_TOO_MANY_PIXELS');
  return upright;
}

const open = (path: string, animated = false) =>
  sharp(path, { animated, limitInputPixels: LIMITS.avatarPixels, failOn: 'error', sequentialRead: true }).timeout({
    seconds: LIMITS.imageSeconds,
  });

async function still(
  path: string,
  format: 'jpeg' | 'png' | 'webp',
  { width, height, exif }: Header,
  folder: string,
  keepsMetadata: boolean,
): Promise<Picture> {
  const original = join(folder, `original.${format}`);
  const display = join(folder, 'display.webp');
  const encode = { jpeg: { quality: 90 }, png: { compressionLevel: 4 }, webp: { quality: 90 } };
  const metadata = keepsMetadata && exif ? await readCameraMetadata(exif) : null;
  const clean = metadata ? await withMetadata(path, metadata, folder) : open(path).autoOrient().toColourspace('srgb');
  await clean.toFormat(format, encode[format]).toFile(original).catch(unreadable(path));
  await open(path)
    .autoOrient()
    .resize(DISPLAY, DISPLAY, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .toFile(display)
    .catch(unreadable(path));
  return {
    original: await renditionOf(original, `image/${format}`),
    display: await renditionOf(display, 'image/webp'),
    ...(await makeThumbnail(display, folder)),
    width,
    height,
  };
}

/**
 * Writes the metadata to a copy that has only pixels: on the original the encoder would also keep the embedded thumbnail,
 * which may show what the sender has cropped.
 */
async function withMetadata(path: string, metadata: CameraMetadata, folder: string): Promise<ReturnType<typeof open>> {
  const pixels = join(folder, 'pixels.png');
  await open(path)
    .autoOrient()
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toFile(pixels)
    .catch(unreadable(path));
  return open(pixels).withExif({ ...metadata });
}

async function animation(original: string, format: PictureFormat, folder: string): Promise<Picture> {
  const { width, height } = await headerOf(original);
  const first = join(folder, 'first.webp');
  // Decodes every frame once, so that a broken one is rejected here and not in a browser.
  await open(original, true).resize({ width: BLUR }).raw().toBuffer().catch(unreadable(original));
  await open(original)
    .resize(DISPLAY, DISPLAY, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toFile(first)
    .catch(unreadable(original));
  const moving = await renditionOf(original, `image/${format}`);
  return { original: moving, display: moving, ...(await makeThumbnail(first, folder)), width, height };
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
    throw new AppError('FILE_UNREADABLE', { cause });
  }
}

/** Makes the thumbnail and the blur of a picture that media has encoded itself. */
export async function makeThumbnail(path: string, folder: string): Promise<Pick<Picture, 'thumbnail' | 'blur'>> {
  const thumbnail = join(folder, 'thumbnail.webp');
  await open(path)
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toFile(thumbnail)
    .catch(unreadable(path));
  const tiny = await open(thumbnail)
    .resize(BLUR, BLUR, { fit: 'inside' })
    .webp({ quality: 40 })
    .toBuffer()
    .catch(unreadable(thumbnail));
  return {
    thumbnail: await renditionOf(thumbnail, 'image/webp'),
    blur: `data:image/webp;base64,${tiny.toString('base64')}`,
  };
}
