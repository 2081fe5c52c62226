import { type AvatarView, avatarPath } from '@duet/contracts';
import type { Avatar } from './avatar.entity.js';

/** A user's avatar for clients; without a row its version is 0. */
export const avatarView = (row: Avatar | null): AvatarView => ({
  avatar: row?.key ? avatarPath(row.key) : null,
  version: row?.version ?? 0,
});
