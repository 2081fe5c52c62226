import { readFile } from 'node:fs/promises';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { imageTypeOf, isPolyglot, nameAgrees } from './image-type.js';

/** Only the decoders of what we take can run at all, whatever a file's bytes suggest to the library. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'] });
/** Each picture is seen once: what the library would remember is memory lost. */
sharp.cache(false);

/** Pictures in work at once; a large one takes some hundred megabytes. */
const AT_ONCE = 2;

/** More waiting than this would not be served in the time that an upload has. */
const WAITING = 30;

const QUALITY = 82;

/** Turns any picture that a person uploads into clean squares. */
@Injectable()
export class SquareImages {
  private readonly limit = pLimit(AT_ONCE);

  /**
   * One WebP for each of `sizes`: turned upright, the middle square, sRGB, nothing of the file's metadata.
   * @throws AppError AVATAR_TYPE_UNSUPPORTED, AVATAR_UNREADABLE, AVATAR_TOO_MANY_PIXELS; UNAVAILABLE when too many wait
   */
  async make<Size extends number>(path: string, filename: string, sizes: readonly Size[], signal: AbortSignal): Promise<Map<Size, Buffer>> {
    if (this.limit.pendingCount >= WAITING) throw new AppError('UNAVAILABLE', { retryAfter: 5 });
    return this.limit(async () => {
      if (signal.aborted) throw new AppError('BAD_REQUEST', { cause: signal.reason });
      await refuseOddFile(path, filename);
      await refuseTooManyPixels(path);
      return squares(path, sizes);
    });
  }
}

async function refuseOddFile(path: string, filename: string): Promise<void> {
  const file = await readFile(path);
  if (file.length === 0) throw new AppError('AVATAR_UNREADABLE');
  const type = imageTypeOf(file);
  if (type === null || !nameAgrees(filename, type)) throw new AppError('AVATAR_TYPE_UNSUPPORTED');
  if (isPolyglot(file, type)) throw new AppError('AVATAR_UNREADABLE');
}

/** The header tells, before anything is decoded. */
async function refuseTooManyPixels(path: string): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false }).metadata().catch(unreadable);
  if (width * height > LIMITS.avatarPixels) throw new AppError('AVATAR_TOO_MANY_PIXELS');
}

async function squares<Size extends number>(path: string, sizes: readonly Size[]): Promise<Map<Size, Buffer>> {
  const largest = Math.max(...sizes);
  const { data, info } = await sharp(path, { limitInputPixels: LIMITS.avatarPixels, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: LIMITS.imageSeconds })
    .autoOrient()
    .resize(largest, largest, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const { width, height, channels } = info;
  const made = sizes.map(async (size) => [size, await sharp(data, { raw: { width, height, channels } }).resize(size, size).webp({ quality: QUALITY }).toBuffer()] as const);
  return new Map(await Promise.all(made));
}

function unreadable(cause: unknown): never {
  throw new AppError('AVATAR_UNREADABLE', { cause });
}
