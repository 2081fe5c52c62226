import { randomUUID } from 'node:crypto';
import {
  type CreateGoalDto,
  type GoalAction,
  type GoalStatus,
  type GoalView,
  addGoalEntry,
  changeGoal,
  cheerGoal,
  completeMilestone,
  couplePurged,
  createGoal,
  deleteGoal,
  getGoal,
  getGoalKeepsakeSource,
  goalChanged,
  goalProgressed,
  listGoalRecords,
  listGoals,
  removeGoalEntry,
  reopenMilestone,
  respondToGoal,
  searchGoals,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { type Role, TRANSITIONS } from '../src/goals/goal-states.js';
import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

/** A Sunday. */
const TODAY = '2026-11-22T12:00:00Z';

beforeEach(() => challenges.itIs(TODAY));

const COUNTER = { type: 'counter', target: 10, unit: 'books' } as const;
const HABIT = { type: 'habit', target: 2, perWeek: 2 } as const;
const CHECKLIST = { type: 'checklist', milestones: [{ title: 'Find a flat' }, { title: 'Pack' }] } as const;
const DATE = { type: 'date', dueAt: '2027-06-01T21:59:00Z' } as const;

const inputOf = (more: object = {}): CreateGoalDto => ({
  title: 'Read together',
  category: 'learning',
  ownership: 'mine_with_support',
  ...COUNTER,
  clientId: randomUUID(),
  ...more,
});

const create = (user: TestUser, more: object = {}): Promise<GoalView> => user.call(createGoal, inputOf(more));

/** A goal of another type has none of the counter's fields. */
const createOf = (user: TestUser, type: object, more: object = {}): Promise<GoalView> => {
  const { target: _target, unit: _unit, ...rest } = inputOf();
  return user.call(createGoal, { ...rest, ...type, ...more } as CreateGoalDto);
};

async function ours(ada: TestUser, bob: TestUser, type: object = COUNTER): Promise<GoalView> {
  const { _id: id } = await createOf(ada, type, { ownership: 'ours' });
  return bob.call(respondToGoal, { id, action: 'accept' });
}

const add = (user: TestUser, { _id: id }: Pick<GoalView, '_id'>, more: object = { delta: 1 }) =>
  user.call(addGoalEntry, { id, clientId: randomUUID(), ...more });

const seen = (user: TestUser, { _id: id }: Pick<GoalView, '_id'>) => user.call(getGoal, { id });

const changesOf = ({ _id }: Pick<GoalView, '_id'>) =>
  challenges.bus
    .live(goalChanged)
    .filter(({ activity }) => activity.entity.id === _id)
    .map(({ activity }) => activity.kind.replace('goal_', ''));

const stepsOf = async ({ _id }: GoalView) =>
  (await challenges.bus.events(goalProgressed)).filter(({ goalId }) => goalId === _id);

const milestoneOf = ({ milestones }: GoalView, position: number): string => milestones[position]?._id ?? '';

/** @returns how many of these calls, made at the same moment, succeeded */
const atOnce = async (...calls: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

describe('creating', () => {
  it('proposes a goal of both, announces it without a word of it, and is idempotent by clientId', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const input = inputOf({ ownership: 'ours', title: 'A secret title', why: 'A secret reason' });
    const [first, again] = [await ada.call(createGoal, input), await ada.call(createGoal, input)];
    expect(again).toEqual(first);
    expect(first).toMatchObject({
      coupleId,
      createdBy: ada.id,
      status: 'proposed',
      progress: { done: 0, total: 10, thisWeek: null },
      entries: [],
      version: 1,
      actions: ['change_details', 'let_go'],
    });
    expect((await bob.call(listGoals, { shelf: 'current' })).goals).toMatchObject([{ actions: ['accept', 'reject'] }]);
    await eventually(async () =>
      expect(await stepsOf(first)).toEqual([{ coupleId, goalId: first._id, step: 'proposed', actorId: ada.id }]),
    );
    const updates = challenges.bus.live(goalChanged).filter(({ activity }) => activity.entity.id === first._id);
    expect(updates).toMatchObject([{ coupleId, activity: { by: { _id: ada.id, firstName: 'Ada' } } }]);
    expect(JSON.stringify([updates, await stepsOf(first)])).not.toContain('secret');
  });

  it('starts a goal of one’s own at once, and notifies nobody of it', async () => {
    const [ada, bob] = await challenges.couple();
    const goal = await create(ada);
    expect(goal).toMatchObject({
      status: 'active',
      actions: ['change_details', 'add_entry', 'complete_milestone', 'pause', 'let_go'],
    });
    expect((await seen(bob, goal)).actions).toEqual(['cheer']);
    await eventually(async () => expect(changesOf(goal)).toEqual(['changed']));
    expect(await stepsOf(goal)).toEqual([]);
  });

  it.each([
    ['no title', { title: ' ' }],
    ['a long reason', { why: 'x'.repeat(301) }],
    ['no target', { target: undefined }],
    ['a target of 0', { target: 0 }],
    ['a target that no column holds', { target: 1e12 }],
    ['null for a target', { target: null }],
    ['days a week', { perWeek: 3 }],
    ['a unit that is no text', { unit: { deep: {} } }],
    ['a day that has passed', { dueAt: '2026-11-22T11:59:00Z' }],
    ['a day too far ahead', { dueAt: '2066-11-22T12:00:00Z' }],
    ['31 milestones', { milestones: Array.from({ length: 31 }, () => ({ title: 'One' })) }],
    ['a milestone of another shape', { milestones: [{ title: 'One', extra: {} }] }],
    ['a checklist without milestones', { type: 'checklist', target: undefined, unit: undefined }],
    ['a habit without days', { type: 'habit', unit: undefined }],
    ['a habit of years', { type: 'habit', unit: undefined, perWeek: 1, target: 105 }],
    ['a date without a day', { type: 'date', target: undefined, unit: undefined }],
    ['another ownership', { ownership: 'yours' }],
  ])('refuses %s', async (_what, more) => {
    const [ada] = await challenges.couple();
    expect(await ada.refusal(createGoal, inputOf(more) as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('lists by shelf and page', async () => {
    const [ada, bob] = await challenges.couple();
    const first = await create(ada);
    const second = await createOf(bob, DATE, { ownership: 'ours' });
    await ada.call(respondToGoal, { id: second._id, action: 'reject' });
    const third = await create(bob);
    const idsOf = async (query: object) => (await ada.call(listGoals, query)).goals.map(({ _id }) => _id);
    expect(await idsOf({})).toEqual([third._id, second._id, first._id]);
    expect(await idsOf({ shelf: 'history' })).toEqual([second._id]);
    const page = await ada.call(listGoals, { shelf: 'current', limit: 1 });
    expect(page).toMatchObject({ goals: [{ _id: third._id }], nextCursor: third._id });
    expect(await idsOf({ shelf: 'current', limit: 1, cursor: third._id })).toEqual([first._id]);
  });
});

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
      expect((await stepsOf(goal)).map(({ step }) => step)).toEqual(['proposed', 'achieved']),
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
      expect((await stepsOf(goal)).map(({ step }) => step)).toEqual(['proposed', 'achieved']),
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

describe('details', () => {
  it('change on the version that was seen', async () => {
    const [ada, bob] = await challenges.couple();
    const { _id: id, version } = await ours(ada, bob);
    const changed = await bob.call(changeGoal, { id, version, title: 'Read aloud', dueAt: '2027-01-01T00:00:00Z' });
    expect(changed).toMatchObject({ title: 'Read aloud', dueAt: '2027-01-01T00:00:00.000Z', version: version + 1 });
    expect(await ada.refusal(changeGoal, { id, version, title: 'Late' })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { title: 'Read aloud' },
    });
    expect((await ada.call(changeGoal, { id, version: version + 1, dueAt: null })).dueAt).toBeNull();
    const date = await createOf(ada, DATE);
    const cleared = { id: date._id, version: date.version, dueAt: null };
    expect(await ada.refusal(changeGoal, cleared)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

describe('deleting', () => {
  it('needs both where the partner has added something', async () => {
    const [ada, bob] = await challenges.couple();
    const goal = await ours(ada, bob);
    const { _id: id } = goal;
    await add(bob, goal, { delta: 1, note: 'words of Bob' });
    await ada.call(respondToGoal, { id, action: 'let_go' });
    const wish = await ada.refusal(deleteGoal, { id });
    expect(wish).toMatchObject({ code: 'PARTNER_CONTENT', current: { deleteAskedBy: ada.id } });
    expect(await ada.refusal(deleteGoal, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    challenges.itIs('2026-11-29T12:00:00Z');
    expect((await seen(bob, goal)).deleteAskedBy).toBeNull();
    expect(await ada.refusal(deleteGoal, { id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    await bob.call(deleteGoal, { id });
    expect(await ada.refusal(getGoal, { id })).toMatchObject({ code: 'GOAL_NOT_FOUND' });
  });
});

/** How a goal gets into each state. */
const REACH: Record<GoalStatus, (ada: TestUser, goal: GoalView, bob: TestUser) => Promise<unknown>> = {
  proposed: async () => undefined,
  active: async (_ada, goal, bob) =>
    goal.status === 'proposed' && (await bob.call(respondToGoal, { id: goal._id, action: 'accept' })),
  paused: async (ada, goal, bob) => {
    await REACH.active(ada, goal, bob);
    await ada.call(respondToGoal, { id: goal._id, action: 'pause' });
  },
  achieved: async (ada, goal, bob) => {
    await REACH.active(ada, goal, bob);
    await add(ada, goal, { delta: 10 });
  },
  let_go: async (ada, { _id: id }) => ada.call(respondToGoal, { id, action: 'let_go' }),
};

const respond = (action: 'accept' | 'reject' | 'pause' | 'resume' | 'let_go') => (user: TestUser, id: string) =>
  user.call(respondToGoal, { id, action });

/** How each action is pressed. */
const PRESS: Record<GoalAction, (user: TestUser, id: string, goal: GoalView) => Promise<unknown>> = {
  accept: respond('accept'),
  reject: respond('reject'),
  pause: respond('pause'),
  resume: respond('resume'),
  let_go: respond('let_go'),
  change_details: (user, id, { version }) => user.call(changeGoal, { id, version, title: 'Another title' }),
  add_entry: (user, id) => user.call(addGoalEntry, { id, clientId: randomUUID(), delta: 1 }),
  complete_milestone: (user, id, goal) => user.call(completeMilestone, { id, milestoneId: milestoneOf(goal, 0) }),
  cheer: (user, id) => user.call(cheerGoal, { id }),
  keep: (user, goalId) => challenges.bus.call(getGoalKeepsakeSource, { userId: user.id, goalId }),
  delete: (user, id) => user.call(deleteGoal, { id }),
};

const ACTIONS = Object.keys(PRESS) as GoalAction[];
const cases = (Object.keys(REACH) as GoalStatus[]).flatMap((state) =>
  (['creator', 'partner', 'supporter'] as Role[])
    .filter((role) => state !== 'proposed' || role !== 'supporter')
    .map((role) => [state, role] as const),
);

describe.each(cases)('a goal that is %s, to its %s', (state, role) => {
  const rowsOf = (action: GoalAction) => TRANSITIONS.filter((row) => row.action === action && row.by.includes(role));

  it('allows what the table allows, shows exactly that, and leaves the rest as it is', async () => {
    const [ada, bob] = await challenges.couple();
    for (const action of ACTIONS) {
      const ownership = role === 'supporter' ? 'mine_with_support' : 'ours';
      const goal = await create(ada, { ownership, milestones: [{ title: 'Begin' }] });
      await REACH[state](ada, goal, bob);
      const user = role === 'creator' ? ada : bob;
      const before = await seen(user, goal);
      const allowed = [...new Set(TRANSITIONS.map((row) => row.action))].filter((one) =>
        rowsOf(one).some(({ from }) => from.includes(state)),
      );
      expect(before).toMatchObject({ status: state, actions: allowed });
      const press = PRESS[action](user, goal._id, before);
      if (allowed.includes(action)) {
        await press.catch((error: { code?: string }) => {
          // Where the partner has added to it, deleting records the wish.
          if (action !== 'delete' || error.code !== 'PARTNER_CONTENT') throw error;
        });
        // A keepsake is of memories.
        const rise = action === 'keep' ? 0 : 1;
        if (action !== 'delete') expect((await seen(user, goal)).version).toBe(before.version + rise);
        continue;
      }
      if (rowsOf(action).some(({ to }) => to === state)) await press;
      else await expect(press).rejects.toMatchObject({ status: expect.any(Number) });
      expect(await seen(user, goal)).toEqual(before);
    }
  });
});

it('has the transitions that the design names', () => {
  expect(TRANSITIONS.map(({ action, from, by, to }) => [action, from.join(), by.join(), to ?? '-'].join(' '))).toEqual([
    'accept proposed partner active',
    'reject proposed partner let_go',
    'change_details proposed creator -',
    'change_details active,paused creator,partner -',
    'add_entry active creator,partner -',
    'complete_milestone active creator,partner -',
    'pause active creator,partner paused',
    'resume paused creator,partner active',
    'let_go proposed creator let_go',
    'let_go active,paused creator,partner let_go',
    'cheer active,achieved supporter -',
    'keep achieved creator,partner -',
    'delete achieved,let_go creator,partner -',
  ]);
});

describe('a keepsake', () => {
  const sourceOf = ({ id: userId }: TestUser, { _id: goalId }: GoalView) =>
    challenges.bus.call(getGoalKeepsakeSource, { userId, goalId });

  it('is made of milestones and notes that both may read, in their order', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const { _id: id } = await create(ada, { ownership: 'ours', why: 'Because', milestones: [{ title: 'Begin' }] });
    const goal = await bob.call(respondToGoal, { id, action: 'accept' });
    await add(bob, goal, { delta: 1, note: 'One by the lake.' });
    challenges.itIs('2026-11-23T12:00:00Z');
    await ada.call(completeMilestone, { id, milestoneId: milestoneOf(goal, 0) });
    challenges.itIs('2026-11-24T12:00:00Z');
    await add(ada, goal, { delta: 1 });
    await expect(sourceOf(ada, goal)).rejects.toMatchObject({ code: 'GOAL_STATE' });
    await add(ada, goal, { delta: 8, note: 'All of Tolstoy.' });
    expect(await sourceOf(bob, goal)).toEqual({
      coupleId,
      title: 'Read together',
      why: 'Because',
      parts: [
        { id: expect.any(String), author: bob.id, text: 'One by the lake.', at: '2026-11-22T12:00:00.000Z' },
        { id: milestoneOf(goal, 0), author: ada.id, text: 'Begin', at: '2026-11-23T12:00:00.000Z' },
        { id: expect.any(String), author: ada.id, text: 'All of Tolstoy.', at: '2026-11-24T12:00:00.000Z' },
      ],
    });
    const [stranger] = await challenges.couple();
    await expect(sourceOf(stranger, goal)).rejects.toMatchObject({ code: 'GOAL_NOT_FOUND' });
    await expect(sourceOf(challenges.user(), goal)).rejects.toMatchObject({ code: 'NO_PARTNER' });
    await challenges.unlink(ada, bob, coupleId);
    await expect(sourceOf(ada, goal)).rejects.toMatchObject({ code: 'NO_PARTNER' });
  });

  it('of an own goal has no notes, and the supporter makes none', async () => {
    const [ada, bob] = await challenges.couple();
    const goal = await create(ada, { milestones: [{ title: 'Begin' }] });
    await ada.call(completeMilestone, { id: goal._id, milestoneId: milestoneOf(goal, 0) });
    await add(ada, goal, { delta: 10, note: 'nobody else reads this' });
    expect((await sourceOf(ada, goal)).parts.map(({ text }) => text)).toEqual(['Begin']);
    await expect(sourceOf(bob, goal)).rejects.toMatchObject({ code: 'NOT_YOURS' });
  });
});

it('a search finds titles, reasons and milestones, and never a note', async () => {
  const [ada, bob] = await challenges.couple();
  const [stranger] = await challenges.couple();
  const goal = await createOf(ada, CHECKLIST, { title: 'Crème brûlée', why: 'Sugar and fire' });
  await add(ada, goal, { note: 'lantern' });
  const found = async (by: TestUser, q: string) => (await by.call(searchGoals, { q })).hits.map(({ title }) => title);
  for (const q of ['creme', 'fire', 'flat']) expect(await found(bob, q)).toEqual(['Crème brûlée']);
  expect(await found(bob, 'lantern')).toEqual([]);
  expect(await found(stranger, 'creme')).toEqual([]);
  expect(await challenges.user().refusal(searchGoals, { q: 'creme' })).toMatchObject({ code: 'NO_PARTNER' });
});

describe('strangers, ended couples and deleted accounts', () => {
  const exported = async (user: TestUser) => {
    const token = accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export');
    const all = [];
    for (let after: string | null = ''; after !== null;) {
      const page: { goals: object[]; next: string | null } = await challenges.bus.call(
        listGoalRecords,
        after === '' ? {} : { after },
        { token },
      );
      all.push(...page.goals);
      after = page.next;
    }
    return all;
  };

  it('find nothing, and nothing lands in an ended couple', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const [stranger] = await challenges.couple();
    const goal = await create(ada, { milestones: [{ title: 'Begin' }] });
    const { _id: id } = goal;
    await add(ada, goal, { delta: 1, note: 'note of Ada' });
    for (const call of [getGoal, cheerGoal, deleteGoal])
      expect(await stranger.refusal(call, { id })).toMatchObject({ code: 'GOAL_NOT_FOUND' });
    expect(await challenges.user().refusal(getGoal, { id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.refusal(listGoalRecords, {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    await challenges.unlink(ada, bob, coupleId);
    expect(await ada.refusal(addGoalEntry, { id, delta: 1, clientId: randomUUID() })).toMatchObject({
      code: 'NO_PARTNER',
    });
    expect(await exported(ada)).toMatchObject([{ id, entries: [{ author: ada.id, note: 'note of Ada' }] }]);
    expect(await exported(bob)).toMatchObject([{ id, entries: [] }]);
    expect(await exported(stranger)).toEqual([]);
    await challenges.bus.publish(couplePurged, coupleId, { coupleId, members: [ada.id, bob.id], version: 2 });
    await eventually(async () => expect(await exported(ada)).toEqual([]));
  });

  it('leave none of their words, and what the partner added stays', async () => {
    const [ada, bob] = await challenges.couple();
    const mine = await create(ada, { why: 'reason of Ada' });
    const both = await ours(ada, bob);
    await add(ada, both, { delta: 2, note: 'note of Ada' });
    await add(bob, both, { delta: 3, note: 'note of Bob' });
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () => expect(await bob.refusal(getGoal, { id: mine._id })).toMatchObject({ status: 404 }));
    const left = await seen(bob, both);
    expect(left).toMatchObject({ progress: { done: 3 }, entries: [{ note: 'note of Bob' }] });
    expect(JSON.stringify(left)).not.toContain('note of Ada');
    // An export that names an erased person is never finished.
    expect(await exported(bob)).toMatchObject([{ createdBy: null }]);
  });
});
