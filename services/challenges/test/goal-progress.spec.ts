import { randomUUID } from 'node:crypto';
import { addGoalEntry, cheerGoal, completeMilestone, removeGoalEntry, reopenMilestone } from '@duet/contracts';
import { eventually } from '@duet/testing';
import {
  CHECKLIST,
  COUNTER,
  DATE,
  HABIT,
  TODAY,
  add,
  create,
  createOf,
  goalUpdates,
  milestoneOf,
  ours,
  seen,
} from './goal-calls.js';
import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs(TODAY));

const { changesOf, stagesOf } = goalUpdates(() => challenges);

/** @returns how many of these calls, made at the same moment, succeeded */
const atOnce = async (...calls: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

describe('progress', () => {
  it('of a counter adds up, goes back with a removed entry, and achieves the goal once', async () => {
    const [ada, bob] = await challenges.couple();
    const goal = await ours(ada, bob);
    const clientId = randomUUID();
    const once = await add(ada, goal, { delta: 4, note: 'Two novels', clientId });
    expect(await add(ada, goal, { delta: 4, clientId })).toEqual(once);
    expect(once).toMatchObject({ progress: { done: 4, total: 10 }, entries: [{ user: ada.id, note: 'Two novels' }] });
    expect((await add(bob, goal, { delta: -9 })).progress.done).toBe(0);
    const { entries } = await seen(bob, goal);
    const [correction] = entries;
    const remove = { id: goal._id, entryId: correction?._id ?? '' };
    expect(await ada.refusal(removeGoalEntry, remove)).toMatchObject({ code: 'NOT_YOURS' });
    expect((await bob.call(removeGoalEntry, remove)).progress.done).toBe(4);
    expect(await bob.refusal(removeGoalEntry, remove)).toMatchObject({ code: 'ENTRY_NOT_FOUND' });
    expect(await atOnce(add(ada, goal, { delta: 6 }), add(bob, goal, { delta: 6 }))).toBe(1);
    const achieved = await seen(ada, goal);
    expect(achieved).toMatchObject({
      status: 'achieved',
      achievedAt: '2026-11-22T12:00:00.000Z',
      progress: { done: 10, total: 10 },
      actions: ['keep', 'delete'],
    });
    await eventually(async () =>
      expect((await stagesOf(goal)).map(({ step }) => step)).toEqual(['proposed', 'achieved']),
    );
  });

  it('of a habit counts days in the weeks of the two', async () => {
    const [ada, bob] = await challenges.couple('Pacific/Kiritimati');
    const goal = await ours(ada, bob, HABIT);
    expect((await add(ada, goal)).progress).toEqual({ done: 0, total: 2, thisWeek: 1 });
    // Monday there, and the same day for both: a new week with one day.
    challenges.itIs('2026-11-22T23:00:00Z');
    await add(ada, goal);
    expect((await add(bob, goal)).progress).toEqual({ done: 0, total: 2, thisWeek: 1 });
    challenges.itIs('2026-11-24T23:00:00Z');
    expect((await add(bob, goal, { delta: 1, note: 'Again' })).progress).toEqual({ done: 1, total: 2, thisWeek: 2 });
    expect((await add(bob, goal, { note: 'Only words' })).progress.thisWeek).toBe(2);
    challenges.itIs('2026-12-01T12:00:00Z');
    await add(ada, goal);
    challenges.itIs('2026-12-03T12:00:00Z');
    expect(await add(bob, goal)).toMatchObject({ status: 'achieved', progress: { done: 2, total: 2, thisWeek: 2 } });
  });

  it('of a checklist ticks milestones, which can be opened again until the last one achieves it', async () => {
    const [ada, bob] = await challenges.couple();
    const goal = await ours(ada, bob, CHECKLIST);
    const { _id: id } = goal;
    const first = { id, milestoneId: milestoneOf(goal, 0) };
    const ticked = await ada.call(completeMilestone, first);
    expect(ticked).toMatchObject({
      progress: { done: 1, total: 2 },
      milestones: [{ doneBy: ada.id }, { doneAt: null }],
    });
    expect(await bob.call(completeMilestone, first)).toMatchObject({ version: ticked.version });
    expect((await bob.call(reopenMilestone, first)).progress.done).toBe(0);
    await Promise.all([ada.call(completeMilestone, first), bob.call(completeMilestone, first)]);
    const last = { id, milestoneId: milestoneOf(goal, 1) };
    await Promise.all([ada.call(completeMilestone, last), bob.call(completeMilestone, last)]);
    await eventually(async () =>
      expect((await stagesOf(goal)).map(({ step }) => step)).toEqual(['proposed', 'achieved']),
    );
    expect(await ada.refusal(reopenMilestone, last)).toMatchObject({ code: 'GOAL_STATE' });
    const other = { id, milestoneId: randomUUID() };
    expect(await ada.refusal(completeMilestone, other)).toMatchObject({ code: 'MILESTONE_NOT_FOUND' });
  });

  it('of a date is one entry', async () => {
    const [ada] = await challenges.couple();
    const goal = await createOf(ada, DATE);
    expect(await add(ada, goal, { note: 'Soon' })).toMatchObject({ status: 'active', progress: { done: 0, total: 1 } });
    expect(await add(ada, goal)).toMatchObject({ status: 'achieved', progress: { done: 1, total: 1 } });
  });

  it.each([
    ['a habit', HABIT, { delta: 2 }],
    ['a checklist', CHECKLIST, { delta: 1 }],
    ['a date', DATE, { delta: -1 }],
    ['a counter', COUNTER, { delta: 1_000_001 }],
    ['a counter', COUNTER, { delta: 0.5 }],
    ['a counter', COUNTER, {}],
    ['a counter', COUNTER, { delta: 1, note: 'x'.repeat(501) }],
  ])('of %s refuses what it does not count', async (_what, type, more) => {
    const [ada] = await challenges.couple();
    const { _id: id } = await createOf(ada, type);
    const input = { id, clientId: randomUUID(), ...more };
    expect(await ada.refusal(addGoalEntry, input)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('a goal with support', () => {
  it('shows the partner progress without notes, and takes one cheer a day', async () => {
    const [ada, bob] = await challenges.couple();
    const goal = await create(ada);
    const { _id: id } = goal;
    await add(ada, goal, { delta: 3, note: 'nobody else reads this' });
    const theirs = await seen(bob, goal);
    expect(theirs).toMatchObject({ progress: { done: 3 }, entries: [], cheers: 0, cheeredToday: false });
    const refused = { id, clientId: randomUUID(), delta: 1 };
    expect(await bob.refusal(addGoalEntry, refused)).toMatchObject({ code: 'NOT_YOURS' });
    expect(await ada.refusal(cheerGoal, { id })).toMatchObject({ code: 'NOT_YOURS' });
    await Promise.all([bob.call(cheerGoal, { id }), bob.call(cheerGoal, { id })]);
    expect(await seen(bob, goal)).toMatchObject({ cheers: 1, cheeredToday: true, version: 3 });
    expect(await seen(ada, goal)).toMatchObject({ cheers: 1, cheeredToday: false });
    challenges.itIs('2026-11-23T12:00:00Z');
    expect((await bob.call(cheerGoal, { id })).cheers).toBe(2);
    await eventually(async () => expect(changesOf(goal)).toEqual(['changed', 'progressed', 'cheered', 'cheered']));
  });
});
