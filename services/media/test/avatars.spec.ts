import { randomUUID } from 'node:crypto';
import { type AvatarView, avatarAt, avatarChanged, userDeleted } from '@duet/contracts';
import { eventually } from '@duet/testing';
import sharp from 'sharp';
import { type Orientation, allowDecoding, colourOf, photo, plain } from './pictures.js';
import { RunningMedia, tokenOf } from './running-media.js';

let media: RunningMedia;

beforeAll(async () => {
  media = await RunningMedia.start();
  allowDecoding();
});

afterAll(() => media.stop());

const picture = async (format: 'png' | 'jpeg' | 'webp' = 'png') => ({
  bytes: await plain(format),
  name: `me.${format}`,
});

describe('an uploaded avatar', () => {
  it.each(
    (['png', 'jpeg', 'webp'] as const).flatMap((format) =>
      ([1, 3, 6, 8] as const).map((orientation) => [format, orientation] as [typeof format, Orientation]),
    ),
  )('becomes an upright square without metadata (%s, orientation %i)', async (format, orientation) => {
    const userId = randomUUID();
    const bytes = await photo(format, orientation);
    expect(bytes.includes('SecretCamera')).toBe(true);
    const { avatar, version } = await media.uploaded(userId, {
      bytes,
      name: `IMG_0001.${format === 'jpeg' ? 'JPG' : format}`,
    });
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

  it('may have no extension, and keeps its transparency', async () => {
    const clear = await sharp({
      create: { width: 50, height: 90, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { avatar } = await media.uploaded(randomUUID(), { bytes: clear, name: 'blob' });
    expect(await sharp(await media.bytesOf(avatar ?? '')).metadata()).toMatchObject({
      width: 512,
      height: 512,
      hasAlpha: true,
    });
  });

  it('is published in the transaction of its row', async () => {
    const userId = randomUUID();
    const { avatar } = await media.uploaded(userId, await picture());
    await eventually(async () =>
      expect(await media.bus.events(avatarChanged)).toContainEqual({ userId, avatar, version: 1 }),
    );
    const [row] = await media.rows<{ key: string; version: number; bytes: number }>(
      'SELECT key, version, bytes FROM avatars WHERE user_id = $1',
      [userId],
    );
    expect(avatar).toBe(`/api/media/avatars/${row?.key}/512.webp`);
    expect(row?.bytes).toBe(
      (await media.bytesOf(avatar ?? '')).length + (await media.bytesOf(avatarAt(avatar, 128) ?? '')).length,
    );
  });

  it('replaces the former one, whose objects are deleted', async () => {
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
    await eventually(async () =>
      expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toEqual([]),
    );
  });

  it('leaves the former one in place while an ex-partner still sees it', async () => {
    const userId = randomUUID();
    const old = await media.uploaded(userId, await picture('jpeg'));
    const key = old.avatar?.split('/')[4] ?? '';
    media.remembered.add(key);
    await media.uploaded(userId, await picture('webp'));
    await eventually(async () =>
      expect(await media.rows('SELECT 1 FROM former_avatars WHERE key = $1 AND due_at > now()', [key])).toHaveLength(1),
    );
    for (const size of [512, 128] as const)
      expect((await media.show(avatarAt(old.avatar, size) ?? '')).status).toBe(200);
    media.remembered.delete(key);
    await media.rows('UPDATE former_avatars SET due_at = now() WHERE key = $1', [key]);
    await media.remove(randomUUID());
    await eventually(async () => expect((await media.show(old.avatar ?? '')).status).toBe(404));
    expect(await media.rows('SELECT 1 FROM former_avatars WHERE key = $1', [key])).toEqual([]);
  });

  it('is deleted with the account, and so are former ones in use', async () => {
    const userId = randomUUID();
    const old = await media.uploaded(userId, await picture('jpeg'));
    media.remembered.add(old.avatar?.split('/')[4] ?? '');
    await media.uploaded(userId, await picture('webp'));
    await eventually(async () =>
      expect(
        await media.rows('SELECT 1 FROM former_avatars WHERE user_id = $1 AND due_at > now()', [userId]),
      ).toHaveLength(1),
    );
    expect((await media.show(old.avatar ?? '')).status).toBe(200);
    await media.bus.publish(userDeleted, userId, { userId });
    await eventually(async () => expect((await media.show(old.avatar ?? '')).status).toBe(404));
    expect(await media.rows('SELECT 1 FROM former_avatars WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('wins alone among ten concurrent uploads, without orphans', async () => {
    const userId = randomUUID();
    // On a slow machine the last one waits too long for the row. It is refused, nothing was done, and its client repeats it.
    const upload = async (): Promise<AvatarView> => {
      const { status, body } = await media.upload(userId, await picture());
      if (body.success) return body.data;
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
      return upload();
    };
    const views = await Promise.all(Array.from({ length: 10 }, upload));
    expect(views.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
    await eventually(async () => {
      // The objects of a refused upload are deleted in an hour, like those of a crash.
      expect(
        await media.rows(
          "SELECT key FROM jobs WHERE queue = 'object-deletion' AND due_at < now() + interval '1 minute'",
        ),
      ).toEqual([]);
      expect(
        (await media.bus.events(avatarChanged))
          .filter((event) => event.userId === userId)
          .map(({ version }) => version),
      ).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    });
    const statuses = await Promise.all(
      views.flatMap(({ avatar }) =>
        ([512, 128] as const).map(async (size) => (await media.show(avatarAt(avatar, size) ?? '')).status),
      ),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const [row] = await media.rows<{ key: string; version: number }>(
      'SELECT key, version FROM avatars WHERE user_id = $1',
      [userId],
    );
    expect(row).toEqual({ version: 10, key: views.find(({ version }) => version === 10)?.avatar?.split('/')[4] });
    expect(media.onDisk()).toEqual([]);
  });
});

describe('the removal of an avatar', () => {
  it('deletes the picture, publishes that and increments the version', async () => {
    const userId = randomUUID();
    const { avatar } = await media.uploaded(userId, await picture());
    expect(await media.remove(userId)).toMatchObject({ status: 200, body: { data: { avatar: null, version: 2 } } });
    await eventually(async () => {
      expect((await media.show(avatar ?? '')).status).toBe(404);
      expect(await media.bus.events(avatarChanged)).toContainEqual({ userId, avatar: null, version: 2 });
    });
    expect((await media.uploaded(userId, await picture())).version).toBe(3);
  });

  it('publishes nothing without a picture', async () => {
    const userId = randomUUID();
    expect(await media.remove(userId)).toMatchObject({ status: 200, body: { data: { avatar: null, version: 0 } } });
    expect(await media.rows(`SELECT id FROM outbox WHERE envelope->>'key' = $1`, [userId])).toEqual([]);
  });
});

describe('the download of an avatar', () => {
  it('may be cached for good and is never interpreted as another type', async () => {
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
    ['an unknown key', `${'0'.repeat(32)}/512.webp`],
    ['an unsupported size', `${'0'.repeat(32)}/64.webp`],
    ['another format', `${'0'.repeat(32)}/512.png`],
    ['an invalid key', '..%2f..%2fsecret/512.webp'],
    ['a key in capitals', `${'A'.repeat(32)}/512.webp`],
  ])('is a 404 for %s', async (_what, path) => {
    const response = await fetch(`${media.url}/avatars/${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    expect(response.headers.get('cache-control')).toBeNull();
  });
});

describe('a request without a valid token', () => {
  it.each([
    ['no token', undefined, 'UNAUTHENTICATED'],
    ['a made-up token', 'Bearer abc.def.ghi', 'UNAUTHENTICATED'],
    ['another scheme', `Basic ${tokenOf(randomUUID())}`, 'UNAUTHENTICATED'],
    ['an old token', `Bearer ${tokenOf(randomUUID(), -10)}`, 'TOKEN_EXPIRED'],
  ])('neither uploads nor removes (%s)', async (_who, authorization, code) => {
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(await plain('png'))]), 'me.png');
    for (const init of [{ method: 'POST', body: form }, { method: 'DELETE' }]) {
      const response = await fetch(`${media.url}/avatars`, {
        ...init,
        headers: authorization ? { authorization } : {},
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ success: false, code });
    }
  });

  it('never changes another user’s avatar', async () => {
    const [owner, stranger] = [randomUUID(), randomUUID()];
    const { avatar } = await media.uploaded(owner, await picture());
    await media.uploaded(stranger, await picture());
    await media.remove(stranger);
    expect((await media.show(avatar ?? '')).status).toBe(200);
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [owner])).toEqual([{ version: 1 }]);
  });
});
