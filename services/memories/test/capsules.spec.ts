import { randomUUID } from 'node:crypto';
import {
  type CapsuleTheme,
  addContribution,
  answerUnlock,
  capsuleUpdated,
  changeCapsule,
  changeContribution,
  commentOnCapsule,
  createCapsule,
  deleteCapsule,
  deleteComment,
  deleteContribution,
  finishCapsule,
  getCapsule,
  listCapsules,
  listPlaces,
  listTimeline,
  markCapsule,
  openCapsule,
  proposeUnlock,
  reactToCapsule,
  reopenCapsule,
  restoreCapsule,
  sealCapsule,
  unsealCapsule,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import { liveChanges, sealed } from './capsule-calls.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { expectChanges } = liveChanges(() => memories);

describe('creating a capsule', () => {
  it('makes one of calls with the same clientId at the same moment', async () => {
    const [ada] = await memories.couple();
    const clientId = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => bury(ada, { clientId })));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    await expectChanges(made[0] ?? (await bury(ada)), ['created']);
  });

  it('shows it to both, names it in one live update, and is idempotent by clientId', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const clientId = randomUUID();
    const [first, again] = [await bury(ada, { clientId }), await bury(ada, { clientId })];
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      coupleId,
      createdBy: ada.id,
      status: 'collecting',
      unlockAt: '2027-11-22T09:00:00.000Z',
      openRule: 'together',
      counts: { total: 0, byUser: {}, byKind: {} },
      version: 1,
      actions: ['contribute', 'change_details', 'change_appearance', 'delete'],
    });
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([
      { _id: first._id, actions: ['contribute', 'change_details', 'change_appearance'] },
    ]);
    await expectChanges(first, ['created']);
    expect(memories.bus.live(capsuleUpdated).find(({ update }) => update.capsuleId === first._id)?.update.by).toEqual({
      _id: ada.id,
      firstName: 'Ada',
    });
  });

  it.each([
    ['Asia/Kolkata', '2027-03-28', '2027-03-28T03:30:00.000Z'],
    ['America/Los_Angeles', '2027-03-14', '2027-03-14T16:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-28T07:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31', '2027-10-31T08:00:00.000Z'],
  ])('reads a date in %s as nine o’clock there (%s)', async (unlockTz, unlockAt, instant) => {
    const [ada] = await memories.couple();
    expect((await bury(ada, { unlockAt, unlockTz })).unlockAt).toBe(instant);
  });

  it.each([
    ['no date', { unlockAt: undefined }],
    ['less than an hour ahead', { unlockAt: '2026-11-22T12:59:59Z' }],
    ['more than 50 years ahead', { unlockAt: '2076-11-23' }],
    ['a day that no calendar has', { unlockAt: '2027-02-30' }],
    ['a time without its offset', { unlockAt: '2027-03-28T09:00' }],
    ['a year alone', { unlockAt: '2028' }],
    ['no such zone', { unlockTz: 'Mars/Olympus' }],
    ['no title', { title: '  ' }],
    ['a long title', { title: 'x'.repeat(101) }],
    ['eleven tags', { tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) }],
    ['two emojis', { emoji: '🌊🌊' }],
    ['an unknown theme', { theme: 'gold' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await memories.couple();
    const capsule = { title: 'Later', kind: 'timed', unlockAt: '2027-11-22', unlockTz: 'UTC' } as const;
    const input = { ...capsule, clientId: randomUUID(), ...more };
    expect(await ada.refusal(createCapsule, input as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('allows the first minute of the 50th year', async () => {
    const [ada] = await memories.couple();
    expect((await bury(ada, { unlockAt: '2076-11-22T11:59:00Z' })).unlockAt).toBe('2076-11-22T11:59:00.000Z');
  });
});

describe('the theme of a capsule', () => {
  it('is chosen with it, changes while it is sealed too, and goes with null', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id, version } = await sealed(ada, bob, { theme: 'sea' });
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ _id: id, theme: 'sea' }]);
    const night = await bob.call(changeCapsule, { id, theme: 'night', version });
    expect(night).toMatchObject({ theme: 'night', status: 'sealed', version: version + 1 });
    expect(await ada.call(getCapsule, { id })).toMatchObject({ theme: 'night' });
    expect(await ada.call(changeCapsule, { id, emoji: '🌊', version: night.version })).toMatchObject({
      theme: 'night',
    });
    const usual = await ada.call(changeCapsule, { id, theme: null, version: night.version + 1 });
    expect(usual).toMatchObject({ theme: null, emoji: '🌊' });
    const changes = ['created', 'contribution_added', 'seal_confirmed', 'sealed'];
    await expectChanges(usual, [...changes, 'details_changed', 'details_changed', 'details_changed']);
    expect(await bury(ada, { theme: null })).toMatchObject({ theme: null });
  });

  it('is refused where it is unknown, stale, or a stranger’s', async () => {
    const [ada, bob] = await memories.couple();
    const [stranger] = await memories.couple();
    const { _id: id, version } = await album(ada);
    expect(await ada.refusal(changeCapsule, { id, theme: 'gold', version } as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'theme' }],
    });
    expect(await stranger.refusal(changeCapsule, { id, theme: 'sun', version })).toMatchObject({
      code: 'CAPSULE_NOT_FOUND',
    });
    const change = (user: TestUser, theme: CapsuleTheme) => user.call(changeCapsule, { id, theme, version });
    const atOnce = await Promise.allSettled([change(ada, 'rose'), change(bob, 'sun')]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { theme } = await ada.call(getCapsule, { id });
    expect(await bob.refusal(changeCapsule, { id, theme: null, version })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { theme },
    });
  });
});

describe('marks', () => {
  it('are the caller’s own: no version, no live update', async () => {
    const [ada, bob] = await memories.couple();
    const shared = await album(ada);
    const { _id: id, version } = shared;
    expect(await ada.call(markCapsule, { id, mark: 'favourite', on: 1 })).toMatchObject({ favourite: true, version });
    await ada.call(markCapsule, { id, mark: 'hidden', on: 1 });
    expect((await ada.call(listCapsules, {})).capsules).toEqual([]);
    expect((await ada.call(listCapsules, { shelf: 'favourites' })).capsules).toHaveLength(1);
    expect((await bob.call(listCapsules, {})).capsules).toMatchObject([{ favourite: false, hidden: false }]);
    await expectChanges(shared, ['created']);
  });
});

describe('a stale version', () => {
  it('is refused with the capsule as it is', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id, version } = await album(ada);
    await bob.call(changeCapsule, { id, title: 'Bob’s title', version });
    expect(await ada.refusal(changeCapsule, { id, title: 'Ada’s title', version })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { title: 'Bob’s title', version: 2 },
    });
  });
});

describe('a list', () => {
  it('pages by age, and filters', async () => {
    const [ada] = await memories.couple();
    const titles = ['One', 'Two 100%', 'Three'];
    for (const title of titles) await album(ada, { title, tags: [title.toLowerCase()] });
    const first = await ada.call(listCapsules, { limit: 2 });
    expect(first.capsules.map(({ title }) => title)).toEqual(['Three', 'Two 100%']);
    const second = await ada.call(listCapsules, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ capsules: [{ title: 'One' }], nextCursor: null });
    expect((await ada.call(listCapsules, { q: '100%' })).capsules).toMatchObject([{ title: 'Two 100%' }]);
    expect((await ada.call(listCapsules, { tag: 'one' })).capsules).toMatchObject([{ title: 'One' }]);
  });

  it('of sealed capsules has those that are ready to open, page by page, and none that is open', async () => {
    const [ada, bob] = await memories.couple();
    const soon = { unlockAt: '2026-12-01', openRule: 'either' };
    const [opened, ready, later] = [await sealed(ada, bob, soon), await sealed(ada, bob, soon), await sealed(ada, bob)];
    await bury(ada);
    memories.itIs('2026-12-01T09:00:00Z');
    await bob.call(openCapsule, { id: opened._id });
    const first = await bob.call(listCapsules, { status: 'sealed', limit: 1 });
    expect(first.capsules).toMatchObject([{ _id: later._id, status: 'sealed' }]);
    const second = await bob.call(listCapsules, { status: 'sealed', limit: 1, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ capsules: [{ _id: ready._id, status: 'ready' }], nextCursor: null });
    expect((await ada.call(listCapsules, { status: 'ready' })).capsules).toMatchObject([{ _id: ready._id }]);
    expect((await ada.call(listCapsules, { status: 'completed' })).capsules).toMatchObject([{ _id: opened._id }]);
  });
});

describe('strangers', () => {
  it('get 404 for every id, and 403 without a partner', async () => {
    const [ada, bob, coupleId] = await memories.couple();
    const [stranger] = await memories.couple();
    const { _id: id } = await sealed(ada, bob);
    const calls = [
      [getCapsule, { id }],
      [sealCapsule, { id }],
      [unsealCapsule, { id }],
      [openCapsule, { id }],
      [finishCapsule, { id }],
      [reopenCapsule, { id }],
      [deleteCapsule, { id }],
      [restoreCapsule, { id }],
      [markCapsule, { id, mark: 'hidden', on: 1 }],
      [changeCapsule, { id, emoji: null, version: 1 }],
      [proposeUnlock, { id, unlockAt: '2027-01-01' }],
      [answerUnlock, { id, action: 'accept' }],
      [reactToCapsule, { id, emoji: '❤️' }],
      [commentOnCapsule, { id, text: 'x', clientId: randomUUID() }],
      [deleteComment, { id, commentId: randomUUID() }],
      [addContribution, { id, text: 'x', clientId: randomUUID() }],
      [changeContribution, { id, contributionId: randomUUID(), text: 'x' }],
      [deleteContribution, { id, contributionId: randomUUID() }],
    ] as const;
    for (const [call, input] of calls)
      expect(await stranger.refusal(call as never, input as never)).toMatchObject({ code: 'CAPSULE_NOT_FOUND' });
    await memories.unlink(ada, bob, coupleId);
    for (const [call, input] of [...calls, [listCapsules, {}], [listTimeline, {}], [listPlaces, {}]] as const)
      expect(await ada.refusal(call as never, input as never)).toMatchObject({ code: 'NO_PARTNER' });
  });
});
