import { join } from 'node:path';
import { LIMITS } from '@duet/contracts';
import { type Rendition, renditionOf } from '../files/rendition.js';
import { sharp } from './decoders.js';
import { refuseUnreadable } from './unreadable.js';

/** The longer sides of the preview picture and of its blur, in pixels. */
const SHOWN = 640;
const BLUR = 16;

/** Smaller pictures are tracking pixels or icons. */
const SMALLEST = 48;

/** A page's picture, scaled down and re-encoded; the first frame of an animation. */
export interface PagePicture {
  file: Rendition;
  width: number;
  height: number;
  blur: string;
}

/** Makes a preview picture in `folder`. @throws AppError FILE_UNREADABLE for another format, and for a picture that is too large or too small; UNAVAILABLE */
export async function pagePicture(path: string, folder: string): Promise<PagePicture> {
  const made = join(folder, 'picture.webp');
  try {
    const { width, height } = await sharp(path, { limitInputPixels: LIMITS.avatarPixels }).metadata();
    if (width * height > LIMITS.avatarPixels || Math.min(width, height) < SMALLEST)
      throw new RangeError('the picture is too large or too small');
    const small = sharp(path, { limitInputPixels: LIMITS.avatarPixels, failOn: 'error', sequentialRead: true })
      .timeout({ seconds: LIMITS.imageSeconds })
      .autoOrient()
      .resize(SHOWN, SHOWN, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const info = await small.webp({ quality: 80 }).toFile(made);
    const tiny = await sharp(made).resize(BLUR, BLUR, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
    const blur = `data:image/webp;base64,${tiny.toString('base64')}`;
    return { file: await renditionOf(made, 'image/webp'), width: info.width, height: info.height, blur };
  } catch (cause) {
    return refuseUnreadable(path, cause);
  }
}
