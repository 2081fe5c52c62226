/** The squares that every avatar is kept in, in pixels; the first is the one that `avatar` names. */
export const AVATAR_SIZES = [512, 128] as const;

export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** What an avatar may be uploaded as, for file pickers. The server looks at the bytes. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** An avatar's key: 128 random bits. Whoever knows it may look; nobody can guess it. */
export const AVATAR_KEY = /^[0-9a-f]{32}$/;

/** Where anybody who knows the key loads the picture. A new picture has a new key, so each address may be cached for ever. */
export const avatarPath = (key: string, size: AvatarSize = AVATAR_SIZES[0]): string => `/api/media/avatars/${key}/${size}.webp`;

/** The same picture in another size; null stays null, and so does any address that is not one of ours. */
export function avatarAt(avatar: string | null, size: AvatarSize): string | null {
  return avatar === null ? null : avatar.replace(/^(\/api\/media\/avatars\/[0-9a-f]{32})\/\d+\.webp$/, `$1/${size}.webp`);
}

/** The caller's avatar after a change; `version` grows with each. */
export interface AvatarView {
  avatar: string | null;
  version: number;
}
