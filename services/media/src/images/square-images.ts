import { readFile } from 'node:fs/promises';
import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { HeavyWork, type Requester } from '../work/heavy-work.js';
import { sharp } from './decoders.js';
import { imageTypeOf, isPolyglot, nameAgrees } from './image-type.js';
import { unreadable } from './unreadable.js';

const QUALITY = 82;

/** Makes the square avatar pictures of an uploaded picture. */
@Injectable()
export class SquareImages {
  constructor(@Inject(HeavyWork) private readonly work: HeavyWork) {}

  /**
   * Makes one WebP for each of `sizes` (pixels): upright, cropped to the middle square, sRGB, without metadata.
   * @throws AppError AVATAR_TYPE_UNSUPPORTED, AVATAR_UNREADABLE, AVATAR_TOO_MANY_PIXELS; UNAVAILABLE, RATE_LIMITED when too many wait
   */
  async make<Size extends number>(
    path: string,
    filename: string,
    sizes: readonly Size[],
    requester: Requester,
  ): Promise<Map<Size, Buffer>> {
    return this.work.run(requester, async () => {
      await assertAvatarFile(path, filename);
      await assertPixels(path);
      return squares(path, sizes);
    });
  }
}

async function assertAvatarFile(path: string, filename: string): Promise<void> {
  const file = await readFile(path);
  if (file.length === 0) throw new AppError('AVATAR_UNREADABLE');
  const type = imageTypeOf(file);
  if (type === null || !nameAgrees(filename, type)) throw new AppError('AVATAR_TYPE_UNSUPPORTED');
  if (isPolyglot(file, type)) throw new AppError('AVATAR_UNREADABLE');
}

/** Checks the pixels by the header, before anything is decoded. */
async function assertPixels(path: string): Promise<void> {
  const { width, height } = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(unreadable(path, 'AVATAR_UNREADABLE'));
  if (width * height > LIMITS.avatarPixels) throw new AppError('AVATAR_TOO_MANY_PIXELS');
}

async function squares<Size extends number>(path: string, sizes: readonly Size[]): Promise<Map<Size, Buffer>> {
  const largest = Math.max(...sizes);
  const { data, info } = await sharp(path, {
    limitInputPixels: LIMITS.avatarPixels,
    failOn: 'error',
    sequentialRead: true,
  })
    .timeout({ seconds: LIMITS.imageSeconds })
    .autoOrient()
    .resize(largest, largest, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable(path, 'AVATAR_UNREADABLE'));
  const { width, height, channels } = info;
  const made = sizes.map(
    async (size) =>
      [
        size,
        await sharp(data, { raw: { width, height, channels } })
          .resize(size, size)
          .webp({ quality: QUALITY })
          .toBuffer(),
      ] as const,
  );
  return new Map(await Promise.all(made));
}
