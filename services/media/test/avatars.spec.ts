import { randomUUID } from 'node:crypto';
import { avatarAt, avatarChanged } from '@duet/contracts';
import { eventually } from '@duet/testing';
import sharp from 'sharp';
import { type Orientation, allowLooking, colourOf, photo, plain } from './pictures.js';
import { RunningMedia, tokenOf } from './running-media.js';

let media: RunningMedia;

beforeAll(async () => {
  media = await RunningMedia.start();
  allowLooking();
});

afterAll(() => media.stop());

const picture = async (format: 'png' | 'jpeg' | 'webp' = 'png') => ({ bytes: await plain(format), name: `me.${format}` });

describe('uploading an avatar', () => {
  it.each(
    (['png', 'jpeg', 'webp'] as const).flatMap((format) => ([1, 3, 6, 8] as const).map((orientation) => [format, orientation] as [typeof format, Orientation])),
  )('turns a %s with orientation %i upright, cuts it square and takes away all it tells', async (format, orientation) => {
    const userId = randomUUID();
    const bytes = await photo(format, orientation);
    expect(bytes.includes('SecretCamera')).toBe(true);
    const { avatar, version } = await media.uploaded(userId, { bytes, name: `IMG_0001.${format === 'jpeg' ? 'JPG' : format}` });
    expect(version).toBe(1);
    for (const size of [512, 128] as const) {
      const stored = await media.bytesOf(avatarAt(avatar, size) ?? '');
      const about = await sharp(stored).metadata();
      expect(about).toMatchObject({ format: 'webp', width: size, height: size });
      expect(about).not.toHaveProperty('exif');
      expect(about).not.toHaveProperty('xmp');
      expect(about).not.toHaveProperty('icc');
      expect(about.orientation).toBeUndefined();
      expect(stored.includes('SecretCamera')).toBe(false);
      const upper = await colourOf(stored, 0, size / 4);
      const lower = await colourOf(stored, (size * 3) / 4, size / 4);
      expect(upper.red).toBeGreaterThan(180);
      expect(upper.blue).toBeLessThan(60);
      expect(lower.blue).toBeGreaterThan(180);
      expect(lower.red).toBeLessThan(60);
    }
  });

  it('takes a file without an extension by its bytes, and keeps what is transparent', async () => {
    const clear = await sharp({ create: { width: 50, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).png().toBuffer();
    const { avatar } = await media.uploaded(randomUUID(), { bytes: clear, name: 'blob' });
    expect(await sharp(await media.bytesOf(avatar ?? '')).metadata()).toMatchObject({ width: 512, height: 512, hasAlpha: true });
  });

  it('tells the others, in the same transaction as the row', async () => {
    const userId = randomUUID();
    const { avatar } = await media.uploaded(userId, await picture());
    await eventually(async () => expect(await media.bus.facts(avatarChanged)).toContainEqual({ userId, avatar, version: 1 }));
    const [row] = await media.rows<{ key: string; version: number; bytes: number }>('SELECT key, version, bytes FROM avatars WHERE user_id = $1', [userId]);
    expect(avatar).toBe(`/api/media/avatars/${row?.key}/512.webp`);
    expect(row?.bytes).toBe((await media.bytesOf(avatar ?? '')).length + (await media.bytesOf(avatarAt(avatar, 128) ?? '')).length);
  });

  it('replaces the old one, whose objects go', async () => {
    const userId = randomUUID();
    const old = await media.uploaded(userId, await picture('jpeg'));
    const fresh = await media.uploaded(userId, await picture('webp'));
    expect(fresh.version).toBe(2);
    expect(fresh.avatar).not.toBe(old.avatar);
    await eventually(async () => {
      expect((await media.show(old.avatar ?? '')).status).toBe(404);
      expect((await media.show(avatarAt(old.avatar, 128) ?? '')).status).toBe(404);
    });
    expect((await media.show(fresh.avatar ?? '')).status).toBe(200);
    expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]);
  });

  it('keeps exactly one of twenty at once, and no orphan', async () => {
    const userId = randomUUID();
    const views = await Promise.all(Array.from({ length: 20 }, async () => media.uploaded(userId, await picture())));
    expect(views.map(({ version }) => version).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await eventually(async () => {
      expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]);
      expect((await media.bus.facts(avatarChanged)).filter((fact) => fact.userId === userId).map(({ version }) => version)).toEqual(
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
    });
    const statuses = await Promise.all(views.flatMap(({ avatar }) => ([512, 128] as const).map(async (size) => (await media.show(avatarAt(avatar, size) ?? '')).status)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const [row] = await media.rows<{ key: string; version: number }>('SELECT key, version FROM avatars WHERE user_id = $1', [userId]);
    expect(row).toEqual({ version: 20, key: views.find(({ version }) => version === 20)?.avatar?.split('/')[4] });
    expect(media.onDisk()).toEqual([]);
  });
});

describe('removing an avatar', () => {
  it('takes the picture away, tells it, and lets versions go on', async () => {
    const userId = randomUUID();
    const { avatar } = await media.uploaded(userId, await picture());
    expect(await media.remove(userId)).toMatchObject({ status: 200, body: { data: { avatar: null, version: 2 } } });
    await eventually(async () => {
      expect((await media.show(avatar ?? '')).status).toBe(404);
      expect(await media.bus.facts(avatarChanged)).toContainEqual({ userId, avatar: null, version: 2 });
    });
    expect((await media.uploaded(userId, await picture())).version).toBe(3);
  });

  it('is quiet without a picture', async () => {
    const userId = randomUUID();
    expect(await media.remove(userId)).toMatchObject({ status: 200, body: { data: { avatar: null, version: 0 } } });
    expect(await media.rows(`SELECT id FROM outbox WHERE envelope->>'key' = $1`, [userId])).toEqual([]);
  });
});

describe('showing an avatar', () => {
  it('may be cached for ever and is never anything but a picture', async () => {
    const { avatar } = await media.uploaded(randomUUID(), await picture());
    const { status, headers } = await media.show(avatar ?? '');
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-length': String((await media.bytesOf(avatar ?? '')).length),
    });
  });

  it.each([
    ['a key that nobody has', `${'0'.repeat(32)}/512.webp`],
    ['a size that is not kept', `${'0'.repeat(32)}/64.webp`],
    ['another format', `${'0'.repeat(32)}/512.png`],
    ['no key at all', '..%2f..%2fsecret/512.webp'],
    ['a key in capitals', `${'A'.repeat(32)}/512.webp`],
  ])('does not know %s', async (_what, path) => {
    const response = await fetch(`${media.url}/avatars/${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    expect(response.headers.get('cache-control')).toBeNull();
  });
});

describe('a stranger', () => {
  it.each([
    ['nobody', undefined, 'UNAUTHENTICATED'],
    ['a made-up token', 'Bearer abc.def.ghi', 'UNAUTHENTICATED'],
    ['another scheme', `Basic ${tokenOf(randomUUID())}`, 'UNAUTHENTICATED'],
    ['an old token', `Bearer ${tokenOf(randomUUID(), -10)}`, 'TOKEN_EXPIRED'],
  ])('who is %s neither uploads nor removes', async (_who, authorization, code) => {
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(await plain('png'))]), 'me.png');
    for (const init of [{ method: 'POST', body: form }, { method: 'DELETE' }]) {
      const response = await fetch(`${media.url}/avatars`, { ...init, headers: authorization ? { authorization } : {} });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ success: false, code });
    }
  });

  it('touches only their own avatar', async () => {
    const [owner, stranger] = [randomUUID(), randomUUID()];
    const { avatar } = await media.uploaded(owner, await picture());
    await media.uploaded(stranger, await picture());
    await media.remove(stranger);
    expect((await media.show(avatar ?? '')).status).toBe(200);
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [owner])).toEqual([{ version: 1 }]);
  });
});
