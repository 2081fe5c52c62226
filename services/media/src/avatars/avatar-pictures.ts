import { AVATAR_SIZES, type AvatarSize } from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { OpenKey } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { avatarObject, plainAvatarObject } from './avatar.objects.js';

/** Reads and stores the pictures of avatars. */
@Injectable()
export class AvatarPictures {
  constructor(@Inject(SealedObjects) private readonly objects: SealedObjects) {}

  /** Reads one size of an avatar; null for an unknown key. A picture from before objects were sealed has another object name. */
  async read(key: string, size: AvatarSize): Promise<Buffer | null> {
    return (
      (await this.objects.read(avatarObject(key, size), true)) ?? this.objects.read(plainAvatarObject(key, size), false)
    );
  }

  /** Stores and verifies one object for each size. */
  async store(key: string, squares: ReadonlyMap<AvatarSize, Buffer>, dataKey: OpenKey): Promise<void> {
    await Promise.all([...squares].map(([size, square]) => this.objects.put(avatarObject(key, size), square, dataKey)));
  }

  /** Stores a sealed copy of a plain picture under its new name. @returns false when an object is missing */
  async sealPlain(key: string, dataKey: OpenKey): Promise<boolean> {
    const squares = new Map<AvatarSize, Buffer>();
    for (const size of AVATAR_SIZES) {
      const square = await this.objects.read(plainAvatarObject(key, size), false);
      if (!square) return false;
      squares.set(size, square);
    }
    await this.store(key, squares, dataKey);
    return true;
  }
}
