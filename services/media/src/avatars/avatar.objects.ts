import { randomBytes } from 'node:crypto';
import { AVATAR_SIZES, type AvatarSize } from '@duet/contracts';
import type { Avatar } from './avatar.entity.js';

/** 128 random bits: <img> sends no token, so only the key protects a picture. */
export const newAvatarKey = (): string => randomBytes(16).toString('hex');

/** Names have no slashes: file-based S3 servers make a folder for each one and fail to remove a folder in use. */
export const avatarObject = (key: string, size: AvatarSize): string => `avatar-${key}-${size}.sealed`;

export const avatarObjects = (key: string): string[] => AVATAR_SIZES.map((size) => avatarObject(key, size));

/** The object name from before objects were sealed. */
export const plainAvatarObject = (key: string, size: AvatarSize): string => `avatar-${key}-${size}.webp`;

/** All objects of an avatar. */
export const objectsOf = ({ key, sealed }: Pick<Avatar, 'key' | 'sealed'>): string[] =>
  key === null ? [] : sealed ? avatarObjects(key) : AVATAR_SIZES.map((size) => plainAvatarObject(key, size));
