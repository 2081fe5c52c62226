import { randomUUID } from 'node:crypto';
import { couplePurged, userDeleted } from '@duet/contracts';
import { TestClock, eventually } from '@duet/testing';
import { DataKeys } from '../src/sealing/data-keys.service.js';
import { SealedObjects } from '../src/sealing/sealed-objects.js';
import { SealingJob } from '../src/sealing/sealing-job.js';
import { bytesOf, load, staged } from './couples.js';
import { Belongings, type ExportPeers, startExportPeers } from './export-peers.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import type { RunningMedia } from './running-media.js';
import { CANARY, sealedCalls } from './sealed-calls.js';

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

const { linked, stored, put, nameOf, keysOf, fileOf, exported, withReplica } = sealedCalls(() => scene, clock);

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
