import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { couplePurged, exportRequested, userDeleted } from '@duet/contracts';
import { Health } from '@duet/service-kit';
import { TestClock, eventually, exportLink } from '@duet/testing';
import type { AddressInfo } from 'node:net';
import { createMedia } from '../src/create-media.js';
import type { MediaConfig } from '../src/config.js';
import { DataKeys } from '../src/sealing/data-keys.service.js';
import { SealedObjects } from '../src/sealing/sealed-objects.js';
import { SealingJob } from '../src/sealing/sealing-job.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { TestCouple, bytesOf, load, send, staged } from './couples.js';
import { Belongings, type ExportPeers, startExportPeers } from './export-peers.js';
import { recording } from './films.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { type RunningMedia, keys, tokenOf } from './running-media.js';

const CANARY = `canary ${randomUUID()} `;
const CHUNK = 64 * 1024;

const clock = new TestClock();
let scene: MediaScene<ExportPeers>;
let media: RunningMedia;

beforeAll(async () => {
  scene = await startScene(startExportPeers, {}, clock);
  ({ media } = scene);
}, 60_000);

afterAll(() => scene.stop());

afterEach(() => {
  scene.gate.mood = 'open';
});

const linked = (): Promise<TestCouple> => new TestCouple(media).link();

/** The stored bytes of an object; null for none. */
async function stored(name: string): Promise<Buffer | null> {
  const stream = await media.app.get(ObjectStore).open(name);
  return stream && Buffer.concat(await stream.toArray());
}

const put = (name: string, bytes: Buffer): Promise<void> =>
  media.app.get(ObjectStore).put(name, Readable.from([bytes]), bytes.length);

const namesOf = async (id: string): Promise<string[]> =>
  (
    await media.rows<{ name: string }>(
      `SELECT DISTINCT value->>'name' AS name FROM attachments, jsonb_each(objects) WHERE id = $1`,
      [id],
    )
  ).map(({ name }) => name);

const nameOf = async (id: string): Promise<string> => (await namesOf(id))[0] ?? '';

const keysOf = (owner: string) =>
  media.rows<{ id: string; sealed: Buffer | null; sealedBy: string }>(
    'SELECT id, sealed, sealed_by AS "sealedBy" FROM data_keys WHERE owner_id = $1',
    [owner],
  );

const fileOf = async (couple: TestCouple, bytes: Buffer | string): Promise<string> =>
  (await staged(media, couple.a._id, [{ name: 'a.bin', bytes }]))[0] ?? '';

async function exported(person: Belongings): Promise<{ name: string; link: string }> {
  const exportId = randomUUID();
  scene.peers.known.people.set(person.id, person);
  scene.peers.known.exports.set(exportId, person);
  await media.bus.publish(exportRequested, person.id, {
    exportId,
    userId: person.id,
    secret: person.secret,
    requestedAt: clock.now().toISOString(),
  });
  const ready = async () =>
    (await media.rows<{ key: string }>(`SELECT key FROM exports WHERE id = $1 AND status = 'ready'`, [exportId]))[0];
  await eventually(async () => expect(await ready()).toBeDefined(), 20_000);
  return { name: (await ready())?.key ?? '', link: `${media.url}/exports/${exportLink(keys, exportId)}` };
}

/** Runs another replica with changed settings. */
async function withReplica<T>(
  settings: Partial<MediaConfig>,
  work: (replica: { url: string; get: typeof media.app.get; failing: () => Promise<string[]> }) => Promise<T>,
): Promise<T> {
  const app = await createMedia({ ...media.config, ...settings }, clock);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  await app.get(Health).listen(0);
  const failing = async () => {
    const { port: ops } = (app.get(Health) as unknown as { server: { address(): AddressInfo } }).server.address();
    return ((await (await fetch(`http://127.0.0.1:${ops}/readyz`)).json()) as { failing: string[] }).failing;
  };
  try {
    return await work({ url: `http://127.0.0.1:${port}`, get: app.get.bind(app), failing });
  } finally {
    await app.get(Health).close();
    await app.close();
  }
}

describe('every stored object', () => {
  it('is sealed: files, pictures with their variants, voice notes, avatars and exports', async () => {
    const [couple, person] = [await linked(), new Belongings()];
    const [file = '', picture = ''] = await staged(media, couple.a._id, [
      { name: 'a.txt', bytes: CANARY.repeat(5_000) },
      { name: 'us.png', bytes: await plain('png') },
    ]);
    const [voice = ''] = await staged(media, couple.a._id, [{ name: 'voice.webm', bytes: recording() }], 'voice');
    const [{ raw } = { raw: '' }] = await media.rows<{ raw: string }>(
      `SELECT payload->'raw'->>'name' AS raw FROM jobs WHERE queue = 'voice' AND key = $1`,
      [voice],
    );
    const early = await stored(raw);
    await send(media, couple, [file, picture, voice]);
    await eventually(async () => expect(await namesOf(voice)).toHaveLength(1), 20_000);
    const { avatar } = await media.uploaded(person.id, { bytes: await plain('png'), name: 'me.png' });
    person.avatar = avatar;
    const zip = await exported(person);
    const [{ key } = { key: '' }] = await media.rows<{ key: string }>('SELECT key FROM avatars WHERE user_id = $1', [
      person.id,
    ]);

    const names = [
      ...(await namesOf(file)),
      ...(await namesOf(picture)),
      ...(await namesOf(voice)),
      zip.name,
      `avatar-${key}-128.sealed`,
      `avatar-${key}-512.sealed`,
    ];
    expect(names).toHaveLength(8);
    for (const object of [early, ...(await Promise.all(names.map(stored)))]) {
      expect(object?.subarray(0, 5).toString('latin1')).toBe('DUET\u0001');
      for (const trace of ['canary', 'WEBPVP8', 'ftypM4A', 'matroska', 'index.html'])
        expect(object?.includes(trace)).toBe(false);
    }
    expect(String(await bytesOf(await load(media, couple.b._id, file)))).toBe(CANARY.repeat(5_000));
    expect((await bytesOf(await load(media, couple.b._id, picture, 'thumbnail'))).subarray(8, 12).toString()).toBe(
      'WEBP',
    );
    expect((await bytesOf(await load(media, couple.b._id, voice))).subarray(4, 8).toString()).toBe('ftyp');
    expect((await bytesOf(await fetch(zip.link))).subarray(0, 2).toString()).toBe('PK');
    expect((await media.bytesOf(avatar ?? '')).subarray(8, 12).toString()).toBe('WEBP');
  }, 60_000);

  it('uses one key per couple and user, also when two requests create it', async () => {
    const [couple, other] = [await linked(), await linked()];
    const ids = await Promise.all(Array.from({ length: 8 }, () => fileOf(couple, 'x')));
    await fileOf(other, 'x');
    expect(await keysOf(couple.id)).toHaveLength(1);
    const [[ours], [theirs]] = [await keysOf(couple.id), await keysOf(other.id)];
    expect(ours?.sealed).not.toEqual(theirs?.sealed);
    for (const id of ids)
      expect((await stored(await nameOf(id)))?.subarray(5, 21).toString('hex')).toBe(ours?.id.replaceAll('-', ''));
  });
});

describe('a range request', () => {
  const bytes = randomBytes(40 * CHUNK + 123);
  let couple: TestCouple;
  let id: string;

  beforeAll(async () => {
    couple = await linked();
    id = await fileOf(couple, bytes);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, bytes.length],
    [`bytes=${CHUNK - 1}-${CHUNK}`, CHUNK - 1, CHUNK + 1],
    [`bytes=${16 * CHUNK - 1}-${16 * CHUNK}`, 16 * CHUNK - 1, 16 * CHUNK + 1],
    [`bytes=${3 * CHUNK + 7}-${39 * CHUNK}`, 3 * CHUNK + 7, 39 * CHUNK + 1],
    ['bytes=-5', bytes.length - 5, bytes.length],
    [`bytes=${40 * CHUNK}-`, 40 * CHUNK, bytes.length],
  ])('%s returns exactly those bytes', async (range, from, to) => {
    const response = await load(media, couple.a._id, id, 'original', { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
    expect((await bytesOf(response)).equals(bytes.subarray(from, to))).toBe(true);
  });

  it('and HEAD, conditional and unsatisfiable requests refer to the plaintext', async () => {
    const whole = await load(media, couple.a._id, id);
    expect((await bytesOf(whole)).equals(bytes)).toBe(true);
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    const etag = whole.headers.get('etag') ?? '';
    expect((await load(media, couple.a._id, id, 'original', { 'if-none-match': etag })).status).toBe(304);
    expect((await load(media, couple.a._id, id, 'original', { range: `bytes=${bytes.length}-` })).status).toBe(416);
    const head = await fetch(`${media.url}/attachments/${id}/original`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${tokenOf(couple.a._id)}` },
    });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
  });
});

describe('an object that was changed in the bucket', () => {
  it.each<[string, (sealed: Buffer, other: Buffer) => Buffer]>([
    ['another object of the same couple', (_sealed, other) => other],
    ['a truncated object', (sealed) => sealed.subarray(0, sealed.length - 1)],
    ['one flipped bit', (sealed) => Buffer.from(sealed).fill((sealed[62] ?? 0) ^ 1, 62, 63)],
    ['plaintext', () => Buffer.from(CANARY)],
  ])('is not sent (%s)', async (_what, change) => {
    const couple = await linked();
    const [id, other] = [await fileOf(couple, 'mine'), await fileOf(couple, 'mind')];
    const [name, otherName] = [await nameOf(id), await nameOf(other)];
    await put(name, change((await stored(name)) ?? Buffer.alloc(0), (await stored(otherName)) ?? Buffer.alloc(0)));
    expect(await (await load(media, couple.a._id, id)).json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect(String(await bytesOf(await load(media, couple.a._id, other)))).toBe('mind');
  });
});

describe('a destroyed key', () => {
  it('of a couple makes copies of its objects unreadable', async () => {
    const couple = await linked();
    const id = await fileOf(couple, CANARY);
    const name = await nameOf(id);
    const copy = (await stored(name)) ?? Buffer.alloc(0);
    await couple.unlink();
    await couple.purge();
    await eventually(async () => {
      expect(await stored(name)).toBeNull();
      expect(await keysOf(couple.id)).toEqual([expect.objectContaining({ sealed: null })]);
    });
    await put(name, copy);
    const objects = media.app.get(SealedObjects);
    expect(await objects.read(name, true)).toBeNull();
    expect(await objects.openLarge({ name, bytes: CANARY.length, sealed: true })).toBeNull();
    expect(await media.app.get(DataKeys).of('couple', couple.id)).toBeNull();
  });

  it('of a user makes avatar and export unreadable, and a concurrent upload creates no new key', async () => {
    const person = new Belongings();
    const { avatar } = await media.uploaded(person.id, { bytes: await plain('png'), name: 'me.png' });
    const zip = await exported(person);
    const name = `${avatar?.split('/').slice(-2)[0]}`;
    const copies = [
      [`avatar-${name}-512.sealed`, await stored(`avatar-${name}-512.sealed`)],
      [zip.name, await stored(zip.name)],
    ] as const;
    await media.bus.publish(userDeleted, person.id, { userId: person.id });
    await eventually(async () => expect(await keysOf(person.id)).toEqual([expect.objectContaining({ sealed: null })]));
    await eventually(async () => expect(await stored(zip.name)).toBeNull());
    for (const [at, copy] of copies) {
      await put(at, copy ?? Buffer.alloc(0));
      expect(await media.app.get(SealedObjects).read(at, true)).toBeNull();
    }
    expect((await media.show(avatar ?? '')).status).toBe(404);
    expect(await media.upload(person.id, { bytes: await plain('png'), name: 'me.png' })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
    expect(await keysOf(person.id)).toHaveLength(1);
  });

  it('of a couple follows the erasure of its second member', async () => {
    const couple = await linked();
    await fileOf(couple, 'x');
    await media.bus.publish(userDeleted, couple.a._id, { userId: couple.a._id });
    await eventually(async () =>
      expect(await keysOf(couple.a._id)).toEqual([expect.objectContaining({ sealed: null })]),
    );
    expect(await keysOf(couple.id)).toEqual([expect.objectContaining({ sealed: expect.any(Buffer) })]);
    await media.rows(`UPDATE data_keys SET destroyed_at = now() - interval '20 days' WHERE owner_id = $1`, [
      couple.a._id,
    ]);
    await media.app.get(SealingJob).run();
    await media.bus.publish(userDeleted, couple.b._id, { userId: couple.b._id });
    await eventually(async () => expect(await keysOf(couple.id)).toEqual([expect.objectContaining({ sealed: null })]));
    await media.bus.publish(couplePurged, couple.id, { coupleId: couple.id, members: couple.members, version: 9 });
  });

  it('loses its tombstone when no access token can be valid any more', async () => {
    const person = randomUUID();
    await media.bus.publish(userDeleted, person, { userId: person });
    await eventually(async () => expect(await keysOf(person)).toHaveLength(1));
    await media.app.get(SealingJob).run();
    expect(await keysOf(person)).toHaveLength(1);
    // Several consumers of the event destroy the key: one that comes last leaves a new tombstone.
    await eventually(async () => {
      await media.rows(`UPDATE data_keys SET destroyed_at = now() - interval '2 hours' WHERE owner_id = $1`, [person]);
      await media.app.get(SealingJob).run();
      expect(await keysOf(person)).toEqual([]);
    });
  });
});

describe('the installation key', () => {
  const NEXT = 'the-next-key-of-this-installation-1';

  it('rotates: both keys open, uses and the job reseal, then the old one can be dropped', async () => {
    const [used, idle] = [await linked(), await linked()];
    const [id, later] = [await fileOf(used, CANARY), await fileOf(idle, CANARY)];
    const [[before], [untouched]] = [await keysOf(used.id), await keysOf(idle.id)];
    await withReplica({ MEDIA_KEY: `${NEXT}\n${media.config.MEDIA_KEY}` }, async (replica) => {
      expect(String(await bytesOf(await load({ ...media, url: replica.url } as RunningMedia, used.a._id, id)))).toBe(
        CANARY,
      );
      const [after] = await keysOf(used.id);
      expect(after?.id).toBe(before?.id);
      expect(after?.sealedBy).not.toBe(before?.sealedBy);
      await replica.get(SealingJob).run();
      expect((await keysOf(idle.id))[0]?.sealedBy).not.toBe(untouched?.sealedBy);
    });
    await withReplica({ MEDIA_KEY: NEXT }, async (replica) => {
      expect(await replica.failing()).toEqual([]);
      expect(String(await bytesOf(await load({ ...media, url: replica.url } as RunningMedia, idle.a._id, later)))).toBe(
        CANARY,
      );
    });
    // Restores the key for the other tests.
    await withReplica({ MEDIA_KEY: `${media.config.MEDIA_KEY}\n${NEXT}` }, (replica) => replica.get(SealingJob).run());
  }, 60_000);

  it('makes media not ready when it is wrong, and lost data keys can be given up', async () => {
    const couple = await linked();
    const id = await fileOf(couple, CANARY);
    await withReplica({ MEDIA_KEY: NEXT }, async (replica) => {
      expect(await replica.failing()).toEqual(['media-key']);
      const there = { ...media, url: replica.url } as RunningMedia;
      expect((await load(there, couple.a._id, id)).status).toBe(503);
      await expect(staged(there, couple.a._id, [{ name: 'a.txt', bytes: 'x' }])).rejects.toThrow('503');
      const others = await media.rows<{ id: string }>(
        'UPDATE data_keys SET lost = true WHERE NOT lost AND sealed IS NOT NULL RETURNING id',
      );
      expect(await replica.failing()).toEqual([]);
      expect(await staged(there, couple.a._id, [{ name: 'a.txt', bytes: 'x' }])).toHaveLength(1);
      expect(await keysOf(couple.id)).toHaveLength(2);
      await media.rows('DELETE FROM data_keys WHERE NOT lost AND sealed IS NOT NULL');
      await media.rows('UPDATE data_keys SET lost = false WHERE id = ANY($1)', [
        (others as unknown as [{ id: string }[]])[0].map((row) => row.id),
      ]);
    });
    expect(String(await bytesOf(await load(media, couple.a._id, id)))).toBe(CANARY);
  }, 60_000);

  it('opens a data key only in its own row', async () => {
    const [couple, other] = [await linked(), await linked()];
    const [id] = [await fileOf(couple, 'x'), await fileOf(other, 'x')];
    const [[ours], [theirs]] = [await keysOf(couple.id), await keysOf(other.id)];
    await media.rows('UPDATE data_keys SET sealed = $2 WHERE owner_id = $1', [couple.id, theirs?.sealed]);
    expect((await load(media, couple.a._id, id)).status).toBe(503);
    await media.rows('UPDATE data_keys SET sealed = $2 WHERE owner_id = $1', [couple.id, ours?.sealed]);
  });
});

describe('objects from before objects were sealed', () => {
  /** Replaces an attachment's objects by plain ones. @returns their names */
  async function unseal(id: string, couple: TestCouple): Promise<string[]> {
    const [row] = await media.rows<{ objects: Record<string, { name: string; bytes: number }> }>(
      'SELECT objects FROM attachments WHERE id = $1',
      [id],
    );
    const names = new Map<string, string>();
    for (const [variant, object] of Object.entries(row?.objects ?? {})) {
      const bytes = await bytesOf(await load(media, couple.a._id, id, variant));
      const name = names.get(object.name) ?? `attachment-${randomBytes(16).toString('hex')}`;
      names.set(object.name, name);
      await put(name, bytes);
      object.name = name;
    }
    await media.rows('UPDATE attachments SET objects = $2, sealed = false WHERE id = $1', [
      id,
      JSON.stringify(row?.objects),
    ]);
    return [...names.values()];
  }

  it('stay readable and are sealed by a job, which continues after an interruption', async () => {
    const [couple, person] = [await linked(), new Belongings()];
    const [file = '', picture = ''] = await staged(media, couple.a._id, [
      { name: 'a.txt', bytes: CANARY.repeat(9_000) },
      { name: 'us.png', bytes: await plain('png') },
    ]);
    const names = [...(await unseal(file, couple)), ...(await unseal(picture, couple))];
    const { avatar } = await media.uploaded(person.id, { bytes: await plain('png'), name: 'me.png' });
    const key = avatar?.split('/').slice(-2)[0] ?? '';
    const square = await media.bytesOf(avatar ?? '');
    for (const size of [128, 512]) {
      await put(
        `avatar-${key}-${size}.webp`,
        (await media.app.get(SealedObjects).read(`avatar-${key}-${size}.sealed`, true)) ?? Buffer.alloc(0),
      );
      await media.app.get(ObjectStore).remove(`avatar-${key}-${size}.sealed`);
    }
    await media.rows('UPDATE avatars SET sealed = false WHERE key = $1', [key]);
    const zip = await exported(person);
    const packed = await bytesOf(await fetch(zip.link));
    await put(`${zip.name}-plain`, packed);
    await media.rows('UPDATE exports SET key = $2, sealed = false WHERE key = $1', [zip.name, `${zip.name}-plain`]);

    const same = async () => {
      expect(String(await bytesOf(await load(media, couple.a._id, file)))).toBe(CANARY.repeat(9_000));
      expect(
        String(await bytesOf(await load(media, couple.a._id, file, 'original', { range: 'bytes=70000-70006' }))),
      ).toBe(CANARY.repeat(9_000).slice(70_000, 70_007));
      expect((await load(media, couple.a._id, picture, 'thumbnail')).status).toBe(200);
      expect((await media.bytesOf(avatar ?? '')).equals(square)).toBe(true);
      expect((await bytesOf(await fetch(zip.link))).equals(packed)).toBe(true);
    };
    await same();

    const job = media.app.get(SealingJob);
    scene.gate.mood = 'forgetful';
    await job.run();
    scene.gate.mood = 'open';
    await same();
    expect(await media.rows('SELECT id FROM attachments WHERE NOT sealed')).toHaveLength(2);
    await withReplica({}, (replica) => Promise.all([job.run(), replica.get(SealingJob).run()]));
    await eventually(async () => {
      await job.run();
      expect(await media.rows('SELECT id FROM attachments WHERE NOT sealed')).toEqual([]);
    });
    expect(await media.rows('SELECT user_id FROM avatars WHERE NOT sealed')).toEqual([]);
    expect(await media.rows('SELECT id FROM exports WHERE NOT sealed')).toEqual([]);
    await same();

    await deleteQueuedObjects(media);
    for (const name of [...names, `avatar-${key}-128.webp`, `avatar-${key}-512.webp`, `${zip.name}-plain`])
      expect(await stored(name)).toBeNull();
    await same();
  }, 90_000);
});
