import { randomBytes, randomUUID } from 'node:crypto';
import { avatarChanged, avatarPath, userDeleted } from '@duet/contracts';
import { eventually, s3 } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AvatarsService } from '../src/avatars/avatars.service.js';
import { ErasureList } from '../src/erasures/erasure-list.js';
import { ObjectDeletionQueue } from '../src/storage/object-deletion-queue.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { plain } from './pictures.js';
import { RunningMedia } from './running-media.js';
import { S3Gate } from './s3-gate.js';

let gate: S3Gate;
let media: RunningMedia;

beforeAll(async () => {
  gate = await S3Gate.before(s3().endpoint);
  gate.mood = 'down';
  media = await RunningMedia.start({ S3_ENDPOINT: gate.endpoint, S3_BUCKET: `test-${randomBytes(8).toString('hex')}` });
}, 60_000);

afterAll(async () => {
  await media.stop();
  await gate.close();
});

afterEach(() => {
  gate.mood = 'open';
});

const picture = async () => ({ bytes: await plain('png'), name: 'me.png' });

const keyOf = (objectName: string): string => objectName.split('-')[1] ?? '';

describe('the bucket', () => {
  it('is created once S3 answers; until then the process is not ready', async () => {
    gate.mood = 'down';
    expect(await media.readiness()).toMatchObject({ ready: false, failing: ['s3'] });
    gate.mood = 'open';
    await eventually(async () => expect(await media.readiness()).toMatchObject({ ready: true, failing: [] }));
    expect((await media.upload(randomUUID(), await picture())).status).toBe(200);
  });
});

describe('an avatar while S3 fails', () => {
  it.each([
    'down',
    'failing',
    'forgetful',
    'garbling',
    'mute',
    'dripping-objects',
    'dripping-acknowledgements',
  ] as const)('is rejected with 503 and leaves no row (%s)', async (mood) => {
    const userId = randomUUID();
    const old = await media.uploaded(userId, await picture());
    const events = await media.rows('SELECT id FROM outbox');
    gate.mood = mood;
    expect(await media.upload(userId, await picture())).toMatchObject({
      status: 503,
      body: {
        success: false,
        code: 'UNAVAILABLE',
        message: 'The service is unavailable right now. Please try again.',
      },
    });
    gate.mood = 'open';
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [userId])).toEqual([{ version: 1 }]);
    expect(await media.rows('SELECT id FROM outbox')).toEqual(events);
    expect(media.onDisk()).toEqual([]);
    expect((await media.show(old.avatar ?? '')).status).toBe(200);
    await deleteQueuedObjects(media);
    expect((await media.uploaded(userId, await picture())).version).toBe(2);
  });

  it('is answered with an uncacheable 503, and its objects are deleted when S3 is back', async () => {
    const userId = randomUUID();
    const { avatar } = await media.uploaded(userId, await picture());
    gate.mood = 'down';
    const response = await media.show(avatar ?? '');
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await media.remove(userId)).toMatchObject({ status: 200, body: { data: { avatar: null, version: 2 } } });
    await eventually(async () =>
      expect(await media.rows("SELECT attempts, lease FROM jobs WHERE queue = 'object-deletion'")).toEqual([
        { attempts: 1, lease: null },
        { attempts: 1, lease: null },
      ]),
    );
    gate.mood = 'open';
    await deleteQueuedObjects(media);
    expect((await media.show(avatar ?? '')).status).toBe(404);
  });
});

describe('a crash between storing and committing', () => {
  it('leaves objects that are deleted later', async () => {
    const userId = randomUUID();
    await media.rows(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await media.rows('CREATE TRIGGER refuse BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION refuse()');
    expect((await media.upload(userId, await picture())).status).toBe(500);
    await media.rows('DROP TRIGGER refuse ON outbox');
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [userId])).toEqual([]);
    const queued = await media.rows<{ name: string }>("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'");
    expect(queued).toHaveLength(2);
    const address = avatarPath(keyOf(queued[0]?.name ?? ''));
    expect((await media.show(address)).status).toBe(200);
    await deleteQueuedObjects(media);
    expect((await media.show(address)).status).toBe(404);
  });

  it('lets no row refer to objects whose deletion has begun', async () => {
    const deletions = media.app.get(ObjectDeletionQueue);
    const names = [randomUUID(), randomUUID()];
    await deletions.reserve(names);
    await media.rows("UPDATE jobs SET attempts = 1 WHERE queue = 'object-deletion' AND key = $1", [names[0]]);
    const database = media.app.get<DataSource>(getDataSourceToken());
    await expect(database.transaction((tx) => deletions.cancel(tx, names))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toHaveLength(2);
    await deleteQueuedObjects(media);
  });
});

describe('a deleted user', () => {
  it('leaves no row, object or event, and a later upload is rejected', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const [{ avatar }, kept] = [
      await media.uploaded(gone, await picture()),
      await media.uploaded(other, await picture()),
    ];
    await eventually(async () =>
      expect(await media.bus.events(avatarChanged)).toContainEqual({ userId: gone, avatar, version: 1 }),
    );
    for (let repeat = 0; repeat < 2; repeat += 1) await media.bus.publish(userDeleted, gone, { userId: gone });
    await eventually(async () => {
      expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [gone])).toEqual([]);
      expect(await media.rows('SELECT user_id FROM erased_users')).toEqual([{ user_id: gone }]);
      expect((await media.show(avatar ?? '')).status).toBe(404);
    });
    expect((await media.show(kept.avatar ?? '')).status).toBe(200);
    expect(await media.upload(gone, await picture())).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    await eventually(async () =>
      expect(await media.rows("SELECT key AS name FROM jobs WHERE queue = 'object-deletion'")).toEqual([]),
    );
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [gone])).toEqual([]);
    expect(await media.rows(`SELECT id FROM outbox WHERE envelope::text LIKE '%' || $1 || '%'`, [gone])).toEqual([]);
  });

  it('loses the tombstone when the last access token has expired', async () => {
    const avatars = media.app.get(AvatarsService);
    await avatars.erase(randomUUID());
    await media.app.get(ErasureList).list();
    await avatars.forgetErased();
    expect(await media.rows('SELECT user_id FROM erased_users')).not.toEqual([]);
    await media.rows("UPDATE erased_users SET erased_at = now() - interval '2 hours'");
    await avatars.forgetErased();
    expect(await media.rows('SELECT user_id FROM erased_users')).toEqual([]);
  });
});

describe('the list of erasures', () => {
  const listed = (userId: string) => media.app.get(ObjectStore).range(`erased-user-${userId}`, 0, 100);

  it('contains every deleted user, also after an outage of S3', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await media.bus.publish(userDeleted, one, { userId: one });
    await eventually(async () => expect(String(await listed(one))).toMatch(/^\d{4}-/));
    gate.mood = 'forgetful';
    await media.bus.publish(userDeleted, other, { userId: other });
    await eventually(async () =>
      expect(await media.rows('SELECT listed FROM erased_users WHERE user_id = $1', [other])).toEqual([
        { listed: false },
      ]),
    );
    await media.rows("UPDATE erased_users SET erased_at = now() - interval '2 hours' WHERE user_id = $1", [other]);
    await media.app.get(AvatarsService).forgetErased();
    gate.mood = 'open';
    // The first call may join a run that began while S3 did not store.
    await eventually(async () => {
      await media.app.get(ErasureList).list();
      expect(String(await listed(other))).toMatch(/^\d{4}-/);
    });
    expect(await media.rows('SELECT listed FROM erased_users WHERE user_id = $1', [other])).toEqual([{ listed: true }]);
  });
});

describe('the schema', () => {
  it('matches the entities', async () => {
    const database = media.app.get<DataSource>(getDataSourceToken());
    const { upQueries } = await database.driver.createSchemaBuilder().log();
    expect(upQueries).toEqual([]);
  });
});
