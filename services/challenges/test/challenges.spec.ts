import { randomUUID } from 'node:crypto';
import {
  FIELD_TEXTS,
  cancelChallenge,
  changeChallenge,
  coupleLinked,
  deleteChallenge,
  extendChallenge,
  getChallenge,
  listChallenges,
  pauseChallenge,
  proposeChallenge,
  respondToChallenge,
  resumeChallenge,
  searchChallenges,
} from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import { SECRET, challengeUpdates, complete, pointsOf, refusedStep, seen } from './challenge-calls.js';
import { RunningChallenges, propose, running, secretStep, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const { expectChanges } = challengeUpdates(() => challenges);

describe('proposing', () => {
  it('waits for the partner, names itself in one live update, and is idempotent by clientId', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const clientId = randomUUID();
    const [first, again] = [await propose(ada, { clientId }), await propose(ada, { clientId })];
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      coupleId,
      proposedBy: ada.id,
      status: 'proposed',
      startAt: null,
      lapsesAt: '2026-12-06T12:00:00.000Z',
      progress: { done: 0, total: 2 },
      points: 0,
      version: 1,
      actions: ['change_details', 'cancel'],
    });
    expect(first.steps.map(({ actions }) => actions)).toEqual([[], []]);
    expect((await bob.call(listChallenges, {})).challenges).toMatchObject([
      { _id: first._id, actions: ['accept', 'reject'] },
    ]);
    await expectChanges(first, ['proposed']);
  });

  it('from a template copies its words and makes people of its roles', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await ada.call(proposeChallenge, { templateId: 'care-small-favours', clientId: randomUUID() });
    expect(challenge).toMatchObject({
      templateId: 'care-small-favours',
      category: 'care',
      completionRule: { anyN: 3 },
    });
    expect(challenge.steps.map(({ who }) => who)).toEqual(['either', 'either', 'either', bob.id, ada.id]);
    expect(challenge.progress).toEqual({ done: 0, total: 3 });
    const input = { templateId: 'no-such-template', clientId: randomUUID() };
    expect(await ada.refusal(proposeChallenge, input)).toMatchObject({ code: 'TEMPLATE_NOT_FOUND' });
  });

  it.each([
    ['no title', { title: ' ' }],
    ['no steps', { steps: [] }],
    ['31 steps', { steps: Array.from({ length: 31 }, () => stepOf()) }],
    ['no category', { category: undefined }],
    ['a step of another shape', { steps: [{ ...stepOf(), extra: { deep: { deeper: {} } } }] }],
    ['a long step', { steps: [stepOf({ title: 'x'.repeat(121) })] }],
    ['a secret of one', { steps: [stepOf({ reveal: 'when_both' })] }],
    ['more steps to complete than there are', { completionRule: { anyN: 3 } }],
    ['a rule of another shape', { completionRule: { anyN: 1, all: true } }],
    ['null for a rule', { completionRule: null }],
    ['null for words', { description: null }],
    ['null for a template', { templateId: null }],
    ['a due date that has passed', { dueAt: '2026-11-22T11:59:00Z' }],
    ['a due date before the start', { startAt: '2026-11-25T00:00:00Z', dueAt: '2026-11-24T00:00:00Z' }],
    ['a due date too far ahead', { dueAt: '2029-11-22T12:00:00Z' }],
    ['a day that no calendar has', { dueAt: '2027-02-30T00:00:00Z' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await challenges.couple();
    const input = { title: 'Outside', category: 'play', steps: [stepOf(), stepOf()], clientId: randomUUID(), ...more };
    expect(await ada.refusal(proposeChallenge, input as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('can be changed by its proposer, on the version that was seen', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await propose(ada);
    const { _id: id } = challenge;
    const changed = await ada.call(changeChallenge, {
      id,
      version: 1,
      title: 'A month outside',
      dueAt: '2026-12-24T12:00:00Z',
    });
    expect(changed).toMatchObject({ title: 'A month outside', dueAt: '2026-12-24T12:00:00.000Z', version: 2 });
    expect(await ada.refusal(changeChallenge, { id, version: 1, title: 'Late' })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { title: 'A month outside' },
    });
    expect(await bob.refusal(changeChallenge, { id, version: 2, title: 'Mine' })).toMatchObject({ code: 'NOT_YOURS' });
  });

  it('keeps its start before its end, and a start that has passed hinders no other change', async () => {
    const [ada] = await challenges.couple();
    const startAt = '2026-11-23T12:00:00.000Z';
    const { _id: id } = await propose(ada, { startAt });
    const early = { id, version: 1, dueAt: '2026-11-23T00:00:00Z' };
    expect(await ada.refusal(changeChallenge, early)).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'dueAt', message: FIELD_TEXTS.dueTooEarly }],
    });
    challenges.itIs('2026-11-24T12:00:00Z');
    expect(await ada.call(changeChallenge, { id, version: 1, title: 'Later', startAt })).toMatchObject({
      title: 'Later',
      startAt,
    });
    const another = { id, version: 2, startAt: '2026-11-24T00:00:00Z' };
    expect(await ada.refusal(changeChallenge, another)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lists by shelf, status, category and page', async () => {
    const [ada, bob] = await challenges.couple();
    const first = await propose(ada);
    const second = await running(ada, bob, { category: 'play' });
    const third = await propose(bob);
    await ada.call(respondToChallenge, { id: third._id, action: 'reject', note: 'Another time' });
    const idsOf = async (query: object) => (await ada.call(listChallenges, query)).challenges.map(({ _id }) => _id);
    expect(await idsOf({})).toEqual([third._id, second._id, first._id]);
    expect(await idsOf({ shelf: 'current' })).toEqual([second._id, first._id]);
    expect(await idsOf({ shelf: 'history' })).toEqual([third._id]);
    expect(await idsOf({ status: 'active' })).toEqual([second._id]);
    expect(await idsOf({ category: 'play' })).toEqual([second._id]);
    const page = await ada.call(listChallenges, { limit: 2 });
    expect(page.nextCursor).toBe(second._id);
    expect(await idsOf({ limit: 2, cursor: second._id })).toEqual([first._id]);
    expect(await seen(bob, third)).toMatchObject({ status: 'declined', note: 'Another time' });
  });
});

describe('time', () => {
  it('passes for a challenge behind a page of others that fail, and for those in a later run', async () => {
    const [ada] = await challenges.couple();
    const { _id: id } = await propose(ada);
    const statuses = (ids: string[]) =>
      challenges.rows('SELECT DISTINCT status FROM challenges WHERE id = ANY($1)', [ids]);
    challenges.itIs('2026-12-06T12:00:00Z');
    const copies = await challenges.withBrokenCopies('challenges', id, async () => {
      await challenges.passMinute();
      expect(await statuses([id])).toEqual([{ status: 'expired' }]);
    });
    expect(await statuses(copies)).toEqual([{ status: 'proposed' }]);
    await challenges.passMinute();
    expect(await statuses(copies)).toEqual([{ status: 'expired' }]);
  });

  it('ends every pending state within a month, with or without reads', async () => {
    const [ada, bob] = await challenges.couple();
    const proposal = await propose(ada);
    const dated = await propose(ada, { dueAt: '2026-11-24T12:00:00Z' });
    const paused = await running(ada, bob, { dueAt: '2026-11-25T12:00:00Z' });
    await ada.call(pauseChallenge, { id: paused._id });
    const late = await running(ada, bob, { dueAt: '2026-11-30T12:00:00Z' });
    const states: Record<string, string[]> = {};
    for (let day = 0; day <= 38; day += 1) {
      challenges.itIs(new Date(Date.UTC(2026, 10, 22 + day, 12)).toISOString());
      if (day % 2 === 0) await challenges.passMinute();
      for (const [name, challenge] of Object.entries({ proposal, dated, paused, late })) {
        const { status, overdue } = await seen(day % 3 === 0 ? ada : bob, challenge);
        const state = overdue ? 'overdue' : status;
        if (states[name]?.at(-1)?.split(' ')[1] !== state) (states[name] ??= []).push(`${day} ${state}`);
      }
    }
    expect(states).toEqual({
      proposal: ['0 proposed', '14 expired'],
      dated: ['0 proposed', '2 expired'],
      paused: ['0 paused', '30 active', '33 overdue', '36 expired'],
      late: ['0 active', '8 overdue', '11 expired'],
    });
    await expectChanges(paused, ['proposed', 'accepted', 'paused', 'resumed', 'overdue', 'expired']);
  });

  it('catches up in one read with all that has happened', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: '2026-11-25T12:00:00Z' });
    await ada.call(pauseChallenge, { id: challenge._id });
    challenges.itIs('2027-03-01T12:00:00Z');
    expect(await seen(bob, challenge)).toMatchObject({ status: 'expired', overdue: false, version: 6 });
  });

  it('stops while the challenge is paused', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, {
      dueAt: '2026-11-25T12:00:00Z',
      steps: [stepOf(), stepOf({ opensAt: 2 })],
    });
    await ada.call(pauseChallenge, { id: challenge._id });
    challenges.itIs('2026-12-02T12:00:00Z');
    expect(await bob.call(resumeChallenge, { id: challenge._id })).toMatchObject({
      dueAt: '2026-12-05T12:00:00.000Z',
      steps: [{ opensAt: '2026-11-22T12:00:00.000Z' }, { opensAt: '2026-12-03T00:00:00.000Z' }],
    });
  });

  it('leaves an overdue challenge 72 hours to be extended or done', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { dueAt: '2026-11-25T12:00:00Z' });
    challenges.itIs('2026-11-28T11:59:00Z');
    const { _id: id } = challenge;
    expect(await seen(ada, challenge)).toMatchObject({ overdue: true, lapsesAt: '2026-11-28T12:00:00.000Z' });
    expect(await ada.refusal(extendChallenge, { id, dueAt: '2026-11-25T13:00:00Z' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect((await complete(ada, challenge)).progress.done).toBe(1);
    expect(await bob.call(extendChallenge, { id, dueAt: '2026-12-01T12:00:00Z' })).toMatchObject({ overdue: false });
    challenges.itIs('2026-11-30T12:00:00Z');
    expect(await seen(ada, challenge)).toMatchObject({ status: 'active', overdue: false });
  });
});

describe('deleting', () => {
  it('needs both where the partner has written something', async () => {
    const [ada, bob] = await challenges.couple();
    const challenge = await running(ada, bob, { steps: [stepOf()] });
    await complete(bob, challenge, 0, { text: 'words of Bob' });
    const { _id: id } = challenge;
    const wish = await ada.refusal(deleteChallenge, { id });
    expect(wish).toMatchObject({ code: 'PARTNER_CONTENT', current: { deleteConfirmedBy: [ada.id] } });
    challenges.itIs('2026-11-29T12:00:00Z');
    expect((await seen(bob, challenge)).deleteConfirmedBy).toEqual([]);
    expect(await bob.refusal(deleteChallenge, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    await ada.call(deleteChallenge, { id });
    expect(await bob.refusal(getChallenge, { id })).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    await expectChanges(challenge, ['proposed', 'accepted', 'delete_asked', 'delete_asked', 'deleted']);
    expect(await pointsOf(ada)).toBe(60);
  });
});

describe('deleting what the partner has made', () => {
  it('needs both where the partner did a step without words, or worded what the two completed', async () => {
    const [ada, bob] = await challenges.couple();
    const [own, done] = [
      await running(ada, bob, { steps: [stepOf()] }),
      await running(ada, bob, { steps: [stepOf(), stepOf()] }),
    ];
    await complete(bob, own);
    await complete(ada, done);
    await ada.call(cancelChallenge, { id: done._id });
    for (const [by, { _id: id }] of [
      [ada, own],
      [bob, done],
    ] as const) {
      expect(await by.refusal(deleteChallenge, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
      expect((await by.call(getChallenge, { id })).deleteConfirmedBy).toEqual([by.id]);
    }
    const worded = await running(ada, bob, { steps: [stepOf()] });
    await complete(ada, worded);
    expect(await bob.refusal(deleteChallenge, { id: worded._id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    await ada.call(deleteChallenge, { id: worded._id });
    expect(await bob.refusal(getChallenge, { id: worded._id })).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
  });

  it('takes one call for a declined proposal', async () => {
    const [ada, bob] = await challenges.couple();
    const { _id: id } = await propose(ada, { steps: [stepOf()] });
    await bob.call(respondToChallenge, { id, action: 'reject' });
    await bob.call(deleteChallenge, { id });
    expect(await ada.refusal(getChallenge, { id })).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
  });
});

describe('a search of challenges', () => {
  it('finds titles, descriptions and steps by their words, and never an answer', async () => {
    const [ada, bob] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const found = async (by: TestUser, q: string, limit = 5) => {
      const { hits, more } = await by.call(searchChallenges, { q, limit });
      return [hits.map(({ title, text }) => [title, text]), more];
    };
    const challenge = await running(ada, bob, {
      title: 'Crème brûlée',
      description: 'Sugar and fire',
      steps: [secretStep()],
    });
    await propose(ada, { title: 'A walk', steps: [stepOf({ title: 'Carry a lantern' })] });
    await complete(ada, challenge, 0, { text: SECRET, clientId: randomUUID() });
    expect(await found(bob, 'creme BRU')).toEqual([[['Crème brûlée', '']], false]);
    expect(await found(bob, 'fire')).toEqual([[['Crème brûlée', 'Sugar and fire\nWhat do you like?']], false]);
    expect(await found(ada, 'lantern')).toEqual([[['A walk', 'Carry a lantern']], false]);
    expect(await found(ada, 'a', 1).catch(({ code }) => code)).toBe('VALIDATION_FAILED');
    expect(await found(ada, 'wh', 1)).toEqual([[['Crème brûlée', 'Sugar and fire\nWhat do you like?']], false]);
    for (const q of ['nobody', 'written', '%%']) expect(await found(bob, q)).toEqual([[], false]);
    expect(await found(stranger, 'lantern')).toEqual([[], false]);
    expect(await challenges.user().refusal(searchChallenges, { q: 'lantern' })).toMatchObject({ code: 'NO_PARTNER' });
  });
});

describe('strangers and an ended couple', () => {
  it('find nothing, and nothing lands in it', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const challenge = await running(ada, bob);
    const { _id: id } = challenge;
    expect(await stranger.refusal(getChallenge, { id })).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await refusedStep(stranger, challenge)).toMatchObject({ code: 'CHALLENGE_NOT_FOUND' });
    expect(await challenges.user().refusal(getChallenge, { id })).toMatchObject({ code: 'NO_PARTNER' });
    await challenges.unlink(ada, bob, coupleId);
    expect(await refusedStep(ada, challenge)).toMatchObject({ code: 'NO_PARTNER' });
    expect(await bob.refusal(getChallenge, { id })).toMatchObject({ code: 'NO_PARTNER' });
    const members = [ada.snapshot, bob.snapshot] as const;
    const linkedAt = '2026-11-22T12:00:00.000Z';
    const again = {
      coupleId,
      members: [...members] as [(typeof members)[0], (typeof members)[1]],
      linkedAt,
      timezone: 'UTC',
      version: 3,
    };
    await challenges.bus.publish(coupleLinked, coupleId, again);
    await eventually(async () => expect(await seen(ada, challenge)).toMatchObject({ status: 'active' }));
  });
});
