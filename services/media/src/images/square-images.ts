import { readFile } from 'node:fs/promises';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { HeavyWork } from '../work/heavy-work.js';
import { sharp } from './decoders.js';
import { imageTypeOf, isPolyglot, nameAgrees } from './image-type.js';

const QUALITY = 82;

/** Turns any picture that a person uploads into clean squares. */
@Injectable()
export class SquareImages {
  constructor(@Inject(HeavyWork) private readonly work: HeavyWork) {}

  /**
   * One WebP for each of `sizes`: turned upright, the middle square, sRGB, nothing of the file's metadata.
   * @throws AppError AVATAR_TYPE_UNSUPPORTED, AVATAR_UNREADABLE, AVATAR_TOO_MANY_PIXELS; UNAVAILABLE when too many wait
   */
  async make<Size extends number>(path: string, filename: string, sizes: readonly Size[], signal: AbortSignal): Promise<Map<Size, Buffer>> {
    return this.work.run(signal, async () => {
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
