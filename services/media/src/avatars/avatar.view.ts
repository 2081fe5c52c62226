import { type AvatarView, avatarPath } from '@duet/contracts';
import type { Avatar } from './avatar.entity.js';

/** A person's avatar as the wire shows it; somebody who never had one is at version 0. */
export const avatarView = (row: Avatar | null): AvatarView => ({ avatar: row?.key ? avatarPath(row.key) : null, version: row?.version ?? 0 });
