/** The sizes in which every avatar is stored, in pixels. `avatar` names the first one. */
export const AVATAR_SIZES = [512, 128] as const;

export type AvatarSize = (typeof AVATAR_SIZES)[number];

/** The types for file pickers. The server checks the bytes. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** An avatar's key: 128 random bits, which are the permission to load the picture. */
export const AVATAR_KEY = /^[0-9a-f]{32}$/;

/** The public address of an avatar. A new picture has a new key, so clients may cache each address forever. */
export const avatarPath = (key: string, size: AvatarSize = AVATAR_SIZES[0]): string =>
  `/api/media/avatars/${key}/${size}.webp`;

/** The address of the same avatar in another size. null and other addresses are returned unchanged. */
export function avatarAt(avatar: string | null, size: AvatarSize): string | null {
  return avatar === null
    ? null
    : avatar.replace(/^(\/api\/media\/avatars\/[0-9a-f]{32})\/\d+\.webp$/, `$1/${size}.webp`);
}

/** The caller's avatar after a change. `version` grows with each change. */
export interface AvatarView {
  avatar: string | null;
  version: number;
}
