import { randomBytes } from 'node:crypto';
import { AVATAR_SIZES, type AvatarSize } from '@duet/contracts';

/** 128 random bits: an address that nobody can guess is all that protects a picture in an <img>. */
export const newAvatarKey = (): string => randomBytes(16).toString('hex');

/** A flat name: file-based S3 servers keep a folder for each slash, and removing one under a neighbour's feet fails. */
export const avatarObject = (key: string, size: AvatarSize): string => `avatar-${key}-${size}.webp`;

export const avatarObjects = (key: string): string[] => AVATAR_SIZES.map((size) => avatarObject(key, size));
