import { randomUUID } from 'node:crypto';
import {
  type CapsuleView,
  LIMITS,
  changeCapsule,
  deleteCapsule,
  listCapsules,
  listTimeline,
  memoryFilesInUse,
  openCapsule,
  sealCapsule,
  setCapsuleCover,
  takeCapsule,
} from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import { type TestUser, eventually } from '@duet/testing';
import { seen } from './capsule-calls.js';
import { aFile, allowed, publishedChanges, put } from './file-calls.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const cover = (by: TestUser, { _id: id }: CapsuleView, file = aFile(), clientId = randomUUID()) =>
  by.call(setCapsuleCover, { id, clientId, file });

/** Chooses a picture of the capsule for its cover, on its present version. */
const choose = async (by: TestUser, capsule: CapsuleView, coverId: string | null) =>
  by.call(changeCapsule, { id: capsule._id, coverId, version: (await seen(by, capsule)).version });

describe('a cover', () => {
  it('that was uploaded for the outside shows in every state, and replaces the one before', async () => {
    const [ada, bob] = await memories.couple();
    const [stranger] = await memories.couple();
    const capsule = await bury(ada);
    await put(ada, capsule, [aFile()]);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    const [first, second, clientId] = [aFile(), aFile(), randomUUID()];
    const outside = { from: 'upload', access: { seconds: LIMITS.mediaLinkSeconds }, file: null };
    const [one, two] = await Promise.all([1, 2].map(() => cover(ada, capsule, first, clientId)));
    expect(one).toMatchObject({ status: 'sealed', cover: { id: first.id, ...outside } });
    expect(two?.version).toBe(one?.version);
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ cover: { id: first.id, ...outside } }]);
    expect((await allowed(bob, capsule, [first.id])).ids).toEqual([first.id]);
    expect(await memories.bus.call(memoryFilesInUse, { ids: [first.id] })).toEqual({ ids: [first.id] });
    expect((await cover(bob, capsule, second)).cover?.id).toBe(second.id);
    expect((await allowed(bob, capsule, [first.id, second.id])).ids).toEqual([second.id]);
    expect((await choose(ada, capsule, null)).cover).toBeNull();
    await eventually(async () =>
      expect((await publishedChanges(memories, capsule)).slice(-3)).toEqual([
        { accessEpoch: 1, added: [first.id], removed: [] },
        { accessEpoch: 2, added: [second.id], removed: [first.id] },
        { accessEpoch: 3, added: [], removed: [second.id] },
      ]),
    );
    const given = { id: capsule._id, clientId: randomUUID() };
    expect(await ada.refusal(setCapsuleCover, { ...given, file: aFile({ kind: 'video' }) })).toMatchObject({
      code: 'FILE_TYPE_UNSUPPORTED',
    });
    expect(await stranger.refusal(setCapsuleCover, { ...given, file: aFile() })).toMatchObject({
      code: 'CAPSULE_NOT_FOUND',
    });
    const old = await album(ada);
    const last = aFile();
    await cover(ada, old, last);
    await ada.call(deleteCapsule, { id: old._id });
    expect(await ada.refusal(setCapsuleCover, { ...given, id: old._id, file: aFile() })).toMatchObject({
      code: 'CAPSULE_STATE',
    });
    memories.clock.forward(LIMITS.capsuleTrashDays * DAY + 1_000);
    await memories.passMinute();
    await eventually(async () => expect((await publishedChanges(memories, old)).at(-1)?.removed).toEqual([last.id]));
  });

  it('that lies in the capsule is one that both see, and shows nowhere while it is sealed', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada, { openRule: 'either' });
    const [shared, surprise, film] = [aFile(), aFile(), aFile({ kind: 'video' })];
    await put(ada, capsule, [shared, film], { visibility: 'shared' });
    await put(ada, capsule, [surprise]);
    const { version } = await seen(bob, capsule);
    // The same answer for a surprise, a video and an id that does not exist.
    for (const member of [ada, bob])
      for (const coverId of [surprise.id, film.id, randomUUID()])
        expect(await member.refusal(changeCapsule, { id: capsule._id, coverId, version })).toMatchObject({
          code: 'VALIDATION_FAILED',
          errors: [{ field: 'coverId' }],
        });
    expect((await choose(bob, capsule, shared.id)).cover).toEqual({
      id: shared.id,
      from: 'picture',
      access: { epoch: 0, seconds: LIMITS.collectingLinkSeconds },
      file: null,
    });
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    for (const member of [ada, bob]) {
      const all = [await seen(member, capsule), await member.call(listCapsules, {})];
      expect(JSON.stringify(all)).not.toContain(shared.id);
      expect((await allowed(member, capsule, [shared.id])).ids).toEqual([]);
      const again = { id: capsule._id, coverId: shared.id, version: (await seen(member, capsule)).version };
      expect(await member.refusal(changeCapsule, again)).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await member.refusal(changeCapsule, { ...again, title: 'Other' })).toMatchObject({
        code: 'CAPSULE_SEALED',
      });
      expect(await member.refusal(takeCapsule, { id: capsule._id })).toMatchObject({ code: 'CAPSULE_LOCKED' });
    }
    memories.itIs('2027-11-23T12:00:00Z');
    expect((await seen(ada, capsule)).cover).toBeNull();
    await ada.call(openCapsule, { id: capsule._id });
    for (const member of [ada, bob]) {
      expect((await seen(member, capsule)).cover?.id).toBe(shared.id);
      expect((await member.call(listTimeline, {})).entries[0]?.capsule.cover?.id).toBe(shared.id);
    }
    expect((await choose(bob, capsule, surprise.id)).cover?.id).toBe(surprise.id);
  });
});
