import { join } from 'node:path';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { type Rendition, renditionOf } from '../files/rendition.js';
import { sharp } from './decoders.js';

/** The longer side of what is shown, in pixels, and of its blur. */
const SHOWN = 640;
const BLUR = 16;

/** Less is a pixel that counts visits, or a sign. */
const SMALLEST = 48;

/** The picture that a page has for itself, made small and anew; of an animation the first frame. */
export interface PagePicture {
  file: Rendition;
  width: number;
  height: number;
  blur: string;
}

/** @throws AppError FILE_UNREADABLE for what is none of the four kinds, or too large, or hardly anything */
export async function pagePicture(path: string, folder: string): Promise<PagePicture> {
  const made = join(folder, 'picture.webp');
  try {
    const { width, height } = await sharp(path, { limitInputPixels: LIMITS.avatarPixels }).metadata();
    if (width * height > LIMITS.avatarPixels || Math.min(width, height) < SMALLEST) throw new RangeError('of no size for a preview');
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
    throw new AppError('FILE_UNREADABLE', { cause });
  }
}
