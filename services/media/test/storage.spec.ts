import { randomBytes, randomUUID } from 'node:crypto';
import { avatarChanged, avatarPath, userDeleted } from '@duet/contracts';
import { eventually, s3 } from '@duet/testing';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AvatarsService } from '../src/avatars/avatars.service.js';
import { DoomedObjects } from '../src/storage/doomed-objects.service.js';
import { plain } from './pictures.js';
import { RunningMedia } from './running-media.js';
import { S3Gate } from './s3-gate.js';

let gate: S3Gate;
let media: RunningMedia;

beforeAll(async () => {
  gate = await S3Gate.before(s3().endpoint);
  gate.mood = 'down';
  media = await RunningMedia.start({ S3_ENDPOINT: gate.endpoint, S3_BUCKET: `test-${randomBytes(8).toString('hex')}` });
});

afterAll(async () => {
  await media.stop();
  await gate.close();
});

afterEach(() => {
  gate.mood = 'open';
});

const picture = async () => ({ bytes: await plain('png'), name: 'me.png' });

/** Everything doomed is due now. */
async function hurry(): Promise<void> {
  await media.rows('UPDATE doomed_objects SET due_at = now()');
  media.app.get(DoomedObjects).kick();
}

const keyOf = (objectName: string): string => objectName.split('-')[1] ?? '';

describe('the bucket', () => {
  it('is made once S3 answers; until then the process is up and not ready', async () => {
    gate.mood = 'down';
    expect(await media.readiness()).toMatchObject({ ready: false, failing: ['s3'] });
    gate.mood = 'open';
    await eventually(async () => expect(await media.readiness()).toMatchObject({ ready: true, failing: [] }));
    expect((await media.upload(randomUUID(), await picture())).status).toBe(200);
  });
});

describe('while S3 cannot store', () => {
  it.each(['down', 'failing', 'forgetful', 'garbling', 'mute'] as const)('(%s) an upload is a clear 503, and nothing refers to it', async (mood) => {
    const userId = randomUUID();
    const old = await media.uploaded(userId, await picture());
    const facts = await media.rows('SELECT id FROM outbox');
    gate.mood = mood;
    expect(await media.upload(userId, await picture())).toMatchObject({
      status: 503,
      body: { success: false, code: 'UNAVAILABLE', message: 'The service is unavailable right now. Please try again.' },
    });
    gate.mood = 'open';
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [userId])).toEqual([{ version: 1 }]);
    expect(await media.rows('SELECT id FROM outbox')).toEqual(facts);
    expect(media.onDisk()).toEqual([]);
    expect((await media.show(old.avatar ?? '')).status).toBe(200);
    await hurry();
    await eventually(async () => expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]));
    expect((await media.uploaded(userId, await picture())).version).toBe(2);
  });

  it('a picture is a 503 that no cache keeps, and removing waits for S3 to be back', async () => {
    const userId = randomUUID();
    const { avatar } = await media.uploaded(userId, await picture());
    gate.mood = 'down';
    const response = await media.show(avatar ?? '');
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBeNull();
    expect(await media.remove(userId)).toMatchObject({ status: 200, body: { data: { avatar: null, version: 2 } } });
    await eventually(async () => expect(await media.rows('SELECT attempts FROM doomed_objects')).toEqual([{ attempts: 1 }, { attempts: 1 }]));
    gate.mood = 'open';
    await hurry();
    await eventually(async () => expect((await media.show(avatar ?? '')).status).toBe(404));
  });
});

describe('a crash between storing and committing', () => {
  it('leaves objects that are collected', async () => {
    const userId = randomUUID();
    await media.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`);
    await media.rows('CREATE TRIGGER refuse BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION refuse()');
    expect((await media.upload(userId, await picture())).status).toBe(500);
    await media.rows('DROP TRIGGER refuse ON outbox');
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [userId])).toEqual([]);
    const doomed = await media.rows<{ name: string }>('SELECT name FROM doomed_objects');
    expect(doomed).toHaveLength(2);
    const address = avatarPath(keyOf(doomed[0]?.name ?? ''));
    expect((await media.show(address)).status).toBe(200);
    await hurry();
    await eventually(async () => {
      expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]);
      expect((await media.show(address)).status).toBe(404);
    });
  });

  it('never lets anything refer to what is being collected', async () => {
    const doomed = media.app.get(DoomedObjects);
    const names = [randomUUID(), randomUUID()];
    await doomed.reserve(names);
    await media.rows('UPDATE doomed_objects SET attempts = 1 WHERE name = $1', [names[0]]);
    const database = media.app.get<DataSource>(getDataSourceToken());
    await expect(database.transaction((tx) => doomed.spare(tx, names))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await media.rows('SELECT name FROM doomed_objects')).toHaveLength(2);
    await hurry();
    await eventually(async () => expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]));
  });
});

describe('a person who is erased', () => {
  it('leaves no row, no object and no fact; a picture that comes after them is not kept', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const [{ avatar }, kept] = [await media.uploaded(gone, await picture()), await media.uploaded(other, await picture())];
    await eventually(async () => expect(await media.bus.facts(avatarChanged)).toContainEqual({ userId: gone, avatar, version: 1 }));
    for (let repeat = 0; repeat < 2; repeat += 1) await media.bus.tell(userDeleted, gone, { userId: gone });
    await eventually(async () => {
      expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [gone])).toEqual([]);
      expect(await media.rows('SELECT user_id FROM erased_users')).toEqual([{ user_id: gone }]);
      expect((await media.show(avatar ?? '')).status).toBe(404);
    });
    expect((await media.show(kept.avatar ?? '')).status).toBe(200);
    expect(await media.upload(gone, await picture())).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    await eventually(async () => expect(await media.rows('SELECT name FROM doomed_objects')).toEqual([]));
    expect(await media.rows('SELECT version FROM avatars WHERE user_id = $1', [gone])).toEqual([]);
    expect(await media.rows(`SELECT id FROM outbox WHERE envelope::text LIKE '%' || $1 || '%'`, [gone])).toEqual([]);
  });

  it('is forgotten once no token can speak for them', async () => {
    const avatars = media.app.get(AvatarsService);
    await avatars.erase(randomUUID());
    await avatars.forgetErased();
    expect(await media.rows('SELECT user_id FROM erased_users')).not.toEqual([]);
    await media.rows("UPDATE erased_users SET erased_at = now() - interval '2 hours'");
    await avatars.forgetErased();
    expect(await media.rows('SELECT user_id FROM erased_users')).toEqual([]);
  });
});

describe('the schema', () => {
  it('is exactly what the entities say', async () => {
    const database = media.app.get<DataSource>(getDataSourceToken());
    const { upQueries } = await database.driver.createSchemaBuilder().log();
    expect(upQueries).toEqual([]);
  });
});
