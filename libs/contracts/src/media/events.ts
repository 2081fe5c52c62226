import { defineEvent } from '../core/event.js';
import type { AvatarView } from './avatars.js';

/** A person's whole current avatar; a higher version replaces a lower one. */
export interface AvatarChanged extends AvatarView {
  userId: string;
}

export const avatarChanged = defineEvent<AvatarChanged>()({ name: 'avatar.changed', durable: true, personal: true });
