import { randomUUID } from 'node:crypto';
import {
  addContribution,
  changeContribution,
  commentOnCapsule,
  deleteCapsule,
  deleteComment,
  deleteContribution,
  finishCapsule,
  getCapsule,
  listPlaces,
  listTimeline,
  reactToCapsule,
  reopenCapsule,
  restoreCapsule,
  sealCapsule,
} from '@duet/contracts';
import { SECRET, liveChanges, seen, write } from './capsule-calls.js';
import { RunningMemories, album, bury } from './running-memories.js';

let memories: RunningMemories;

beforeAll(async () => {
  memories = await RunningMemories.start();
});

afterAll(() => memories.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { expectChanges } = liveChanges(() => memories);

describe('contributions', () => {
  it('of a timed capsule are surprises: the partner sees counts alone', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    const made = await write(ada, capsule);
    expect(made).toMatchObject({ author: ada.id, kind: 'text', visibility: 'surprise', happenedAt: '2026-11-22' });
    expect((await seen(ada, capsule)).contributions).toEqual([made]);
    expect(await seen(bob, capsule)).toMatchObject({
      contributions: [],
      counts: { total: 1, byUser: { [ada.id]: 1 }, byKind: { text: 1 } },
      version: 2,
    });
    const other = { id: capsule._id, contributionId: made._id };
    expect(await bob.refusal(changeContribution, { ...other, text: 'mine' })).toMatchObject({
      code: 'CONTRIBUTION_NOT_FOUND',
    });
    expect(await bob.refusal(deleteContribution, other)).toMatchObject({ code: 'CONTRIBUTION_NOT_FOUND' });
    expect(await ada.refusal(changeContribution, { ...other, visibility: null } as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await ada.call(changeContribution, { ...other, visibility: 'shared' });
    expect((await seen(bob, capsule)).contributions).toMatchObject([{ _id: made._id, text: SECRET }]);
    expect(await bob.refusal(deleteContribution, other)).toMatchObject({ code: 'NOT_YOURS' });
    await ada.call(deleteContribution, other);
    expect((await seen(bob, capsule)).counts.total).toBe(0);
    await expectChanges(capsule, ['created', 'contribution_added', 'contribution_changed', 'contribution_removed']);
  });

  it('are added once under one clientId, also by two requests at the same moment', async () => {
    const [ada] = await memories.couple();
    const capsule = await bury(ada);
    const clientId = randomUUID();
    const made = await Promise.all([1, 2, 3].map(() => write(ada, capsule, { clientId })));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect((await seen(ada, capsule)).counts.total).toBe(1);
    await expectChanges(capsule, ['created', 'contribution_added']);
  });

  it('that were added before the capsule was sealed answer a repeat without their content', async () => {
    const [ada, bob] = await memories.couple();
    const capsule = await bury(ada);
    const add = { id: capsule._id, text: SECRET, place: { label: 'Lisbon' }, happenedAt: '2020-05-01' };
    const input = { ...add, clientId: randomUUID() };
    const made = await ada.call(addContribution, input);
    for (const member of [ada, bob]) await member.call(sealCapsule, { id: capsule._id });
    const again = await ada.call(addContribution, input);
    expect(again).toMatchObject({ _id: made._id, text: '', place: null, attachments: [], happenedAt: '2026-11-22' });
    expect(await bob.refusal(addContribution, input)).toMatchObject({ code: 'CAPSULE_SEALED' });
    expect((await seen(ada, capsule)).counts.total).toBe(1);
    await expectChanges(capsule, ['created', 'contribution_added', 'seal_confirmed', 'sealed']);
  });

  it('end at 50 in a timed capsule', async () => {
    const [ada] = await memories.couple();
    const capsule = await bury(ada);
    for (let count = 0; count < 50; count++) await write(ada, capsule);
    const fiftyFirst = { id: capsule._id, text: 'more', clientId: randomUUID() };
    expect(await ada.refusal(addContribution, fiftyFirst)).toMatchObject({ code: 'TOO_MANY_CONTRIBUTIONS' });
  });

  it.each([
    ['neither words nor a place', {}],
    ['empty words', { text: ' ' }],
    ['too many words', { text: 'x'.repeat(5_001) }],
    ['half a coordinate', { place: { label: 'Here', lat: 1 } }],
    ['a place beyond the pole', { place: { label: 'Here', lat: 91, lng: 0 } }],
    ['a day that no calendar has', { text: 'x', happenedAt: '2026-02-30' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await memories.couple();
    const { _id: id } = await album(ada);
    expect(await ada.refusal(addContribution, { id, clientId: randomUUID(), ...more } as never)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('of an album are read by both at once and cannot be surprises', async () => {
    const [ada, bob] = await memories.couple();
    const shared = await album(ada);
    await write(ada, shared, { happenedAt: '2026-08-02' });
    await write(bob, shared, { happenedAt: '2026-08-01', place: { label: 'Lisbon', lat: 38.72, lng: -9.14 } });
    const surprise = { id: shared._id, text: 'x', visibility: 'surprise', clientId: randomUUID() } as const;
    expect(await ada.refusal(addContribution, surprise)).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await seen(ada, shared)).contributions.map(({ happenedAt }) => happenedAt)).toEqual([
      '2026-08-01',
      '2026-08-02',
    ]);
    expect((await bob.call(listTimeline, {})).entries.map((one) => one.contribution.happenedAt)).toEqual([
      '2026-08-02',
      '2026-08-01',
    ]);
    expect((await ada.call(listPlaces, {})).places).toMatchObject([{ label: 'Lisbon', lat: 38.72, lng: -9.14 }]);
  });
});

describe('an album', () => {
  it('is finished by either and reopened within a day', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    await ada.call(finishCapsule, { id });
    expect(await bob.refusal(addContribution, { id, text: 'x', clientId: randomUUID() })).toMatchObject({
      code: 'CAPSULE_SEALED',
    });
    memories.itIs('2026-11-23T11:59:59Z');
    expect(await bob.call(reopenCapsule, { id })).toMatchObject({ status: 'collecting', completedAt: null });
    await bob.call(finishCapsule, { id });
    memories.itIs('2026-11-24T12:00:00Z');
    expect(await ada.refusal(reopenCapsule, { id })).toMatchObject({ code: 'CAPSULE_STATE' });
  });

  it('takes comments and reactions once it is finished; only the author deletes a comment', async () => {
    const [ada, bob] = await memories.couple();
    const { _id: id } = await album(ada);
    const comment = { id, text: 'So good', clientId: randomUUID() };
    expect(await bob.refusal(commentOnCapsule, comment)).toMatchObject({ code: 'CAPSULE_STATE' });
    await ada.call(finishCapsule, { id });
    const made = await bob.call(commentOnCapsule, comment);
    expect(await bob.call(commentOnCapsule, comment)).toEqual(made);
    expect(await ada.refusal(deleteComment, { id, commentId: made._id })).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.call(reactToCapsule, { id, emoji: '❤️' })).toMatchObject({
      comments: [{ user: bob.id, text: 'So good' }],
      reactions: [{ user: ada.id, emoji: '❤️' }],
    });
    await ada.call(reopenCapsule, { id });
    expect(await bob.call(commentOnCapsule, comment)).toEqual(made);
    for (const hiding of [getCapsule, deleteCapsule, getCapsule])
      expect(await ada.call(hiding, { id })).toMatchObject({ comments: [], reactions: [] });
    await ada.call(restoreCapsule, { id });
    expect(await ada.call(finishCapsule, { id })).toMatchObject({
      comments: [{ text: 'So good' }],
      reactions: [{ user: ada.id }],
    });
    expect((await ada.call(reactToCapsule, { id, emoji: '❤️' })).reactions).toEqual([]);
    await bob.call(deleteComment, { id, commentId: made._id });
  });
});
