import { type CapsuleView, deleteCapsule, getCapsule, listCapsules, restoreCapsule } from '@duet/contracts';
import { sealed, seen, write } from './capsule-calls.js';
import { RunningMemories, album } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

describe('deleting', () => {
  it('moves the creator’s own capsule to the trash, from which either restores it for 30 days', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await album(ada);
    const { _id: id } = capsule;
    expect(await bob.refusal(deleteCapsule, { id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.call(deleteCapsule, { id })).toMatchObject({ actions: ['restore'], contributions: [] });
    expect((await bob.call(listCapsules, {})).capsules).toEqual([]);
    expect((await bob.call(listCapsules, { shelf: 'trash' })).capsules).toMatchObject([{ _id: id }]);
    expect(await bob.call(restoreCapsule, { id })).toMatchObject({ deletedAt: null });
    await ada.call(deleteCapsule, { id });
    memories.itIs('2026-12-22T12:00:01Z');
    await memories.passMinute();
    expect(await ada.refusal(getCapsule, { id })).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
  });

  it('needs both once the partner has added something, within 7 days', async () => {
    const [ada, bob] = await memories.couple();
    const shared = await album(ada);
    const { _id: id } = shared;
    await write(bob, shared);
    expect(await ada.refusal(deleteCapsule, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    memories.itIs('2026-11-29T12:00:00Z');
    expect(await bob.refusal(deleteCapsule, { id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.refusal(deleteCapsule, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    expect(await bob.call(deleteCapsule, { id })).toMatchObject({ deletedAt: '2026-11-29T12:00:00.000Z' });
  });

  it('of a sealed capsule needs both', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    expect(await bob.call(deleteCapsule, { id })).toMatchObject({ deletedAt: null, deleteConfirmedBy: [bob.id] });
    expect(await bob.call(deleteCapsule, { id })).toMatchObject({ deletedAt: null });
    expect(await ada.call(deleteCapsule, { id })).toMatchObject({ contributions: [], actions: ['restore'] });
    memories.itIs('2027-12-01T00:00:00Z');
    expect(await ada.call(restoreCapsule, { id })).toMatchObject({ status: 'sealed' });
    expect(await seen(ada, { _id: id } as CapsuleView)).toMatchObject({ status: 'ready' });
  });
});

describe('the minute job', () => {
  it('ripens a capsule behind a page of others that fail, and those in a later run', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await sealed(ada, bob, { unlockAt: '2036-11-22' });
    const statuses = (ids: string[]) => memories.rows('SELECT DISTINCT status FROM capsules WHERE id = ANY($1)', [ids]);
    memories.itIs('2036-11-22T09:00:00Z');
    const copies = await memories.withBrokenCopies('capsules', capsule._id, async () => {
      await memories.passMinute();
      expect(await statuses([capsule._id])).toEqual([{ status: 'ready' }]);
    });
    expect(await statuses(copies)).toEqual([{ status: 'sealed' }]);
    await memories.passMinute();
    expect(await statuses(copies)).toEqual([{ status: 'ready' }]);
  });

  it('empties the trash behind a page of capsules that fail, and deletes those in a later run', async () => {
    const [ada] = await memories.couple();
    const { _id: id } = await album(ada);
    await ada.call(deleteCapsule, { id });
    const left = (ids: string[]) => memories.rows('SELECT id FROM capsules WHERE id = ANY($1)', [ids]);
    memories.itIs('2026-12-22T12:00:01Z');
    const copies = await memories.withBrokenCopies('capsules', id, async () => {
      await memories.passMinute();
      expect(await left([id])).toEqual([]);
    });
    expect(await left(copies)).toHaveLength(copies.length);
    await memories.passMinute();
    expect(await left(copies)).toEqual([]);
  });
});
