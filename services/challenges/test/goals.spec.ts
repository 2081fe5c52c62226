import { randomUUID } from 'node:crypto';
import {
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
  listGoalRecords,
  listGoals,
  respondToGoal,
  searchGoals,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import {
  CHECKLIST,
  DATE,
  TODAY,
  add,
  create,
  createOf,
  goalUpdates,
  inputOf,
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
      expect(await stagesOf(first)).toEqual([{ coupleId, goalId: first._id, step: 'proposed', actorId: ada.id }]),
    );
    const updates = challenges.bus.live(goalChanged).filter(({ activity }) => activity.entity.id === first._id);
    expect(updates).toMatchObject([{ coupleId, activity: { by: { _id: ada.id, firstName: 'Ada' } } }]);
    expect(JSON.stringify([updates, await stagesOf(first)])).not.toContain('secret');
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
    expect(await stagesOf(goal)).toEqual([]);
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

describe('deleting what the partner has made', () => {
  it('needs both where the partner created the goal or did a milestone', async () => {
    const [ada, bob] = await challenges.couple();
    const plain = await ours(ada, bob);
    await ada.call(respondToGoal, { id: plain._id, action: 'let_go' });
    expect(await bob.refusal(deleteGoal, { id: plain._id })).toMatchObject({ code: 'PARTNER_CONTENT' });
    await ada.call(deleteGoal, { id: plain._id });
    expect(await bob.refusal(getGoal, { id: plain._id })).toMatchObject({ code: 'GOAL_NOT_FOUND' });
    const shared = await ours(ada, bob, CHECKLIST);
    await bob.call(completeMilestone, { id: shared._id, milestoneId: milestoneOf(shared, 0) });
    await ada.call(respondToGoal, { id: shared._id, action: 'let_go' });
    expect(await ada.refusal(deleteGoal, { id: shared._id })).toMatchObject({ code: 'PARTNER_CONTENT' });
  });
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
