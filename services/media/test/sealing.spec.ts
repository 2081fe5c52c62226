import { randomBytes } from 'node:crypto';
import { TestClock, eventually } from '@duet/testing';
import { SealedObjects } from '../src/sealing/sealed-objects.js';
import { SealingJob } from '../src/sealing/sealing-job.js';
import { ObjectStore } from '../src/storage/object-store.js';
import { TestCouple, bytesOf, load, send, staged } from './couples.js';
import { deleteQueuedObjects } from './due-jobs.js';
import { Belongings, type ExportPeers, startExportPeers } from './export-peers.js';
import { recording } from './films.js';
import { type MediaScene, startScene } from './media-scene.js';
import { plain } from './pictures.js';
import { type RunningMedia, tokenOf } from './running-media.js';
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

const CHUNK = 64 * 1024;

const { linked, stored, put, namesOf, nameOf, keysOf, fileOf, exported, withReplica } = sealedCalls(() => scene, clock);

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
