import { AVATAR_KEY, avatarAt, avatarPath } from './avatars.js';

const KEY = '0123456789abcdef0123456789abcdef';

describe('avatar addresses', () => {
  it('name a key and a size', () => {
    expect(AVATAR_KEY.test(KEY)).toBe(true);
    expect(avatarPath(KEY)).toBe(`/api/media/avatars/${KEY}/512.webp`);
  });

  it('can name another size of the same picture', () => {
    expect(avatarAt(avatarPath(KEY), 128)).toBe(avatarPath(KEY, 128));
    expect(avatarAt(null, 128)).toBeNull();
    expect(avatarAt('https://elsewhere.example/a.png', 128)).toBe('https://elsewhere.example/a.png');
  });
});
