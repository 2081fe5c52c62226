import { randomUUID } from 'node:crypto';
import {
  type HiddenParts,
  type RpcDefinition,
  addListItem,
  coupleLinked,
  couplePartsChanged,
  createWish,
  createGoal,
  createList,
  getGoal,
  getGoalKeepsakeSource,
  getStoryReading,
  getStoryKeepsakeSource,
  listChallenges,
  listGoals,
  listListRecords,
  listLists,
  listStories,
  listWishes,
  partsApplied,
  searchGoals,
  searchLists,
  searchStories,
  searchWishes,
  startStory,
  syncList,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const appliedTo = (id: string) => challenges.bus.live(partsApplied).filter(({ coupleId }) => coupleId === id);

/** Pairing announces these parts, and challenges has applied them. */
async function hide(coupleId: string, hidden: HiddenParts): Promise<void> {
  const before = appliedTo(coupleId).length;
  await challenges.bus.publish(couplePartsChanged, coupleId, { coupleId, hidden });
  await eventually(() => expect(appliedTo(coupleId)).toHaveLength(before + 1));
}

const aGoal = (user: TestUser) =>
  user.call(createGoal, {
    title: 'Read more',
    type: 'counter',
    target: 5,
    category: 'health',
    ownership: 'ours',
    clientId: randomUUID(),
  });
const aList = (user: TestUser) =>
  user.call(createList, { title: 'Groceries', kind: 'shopping', clientId: randomUUID() });
const aStory = (user: TestUser) => user.call(startStory, { templateId: 'small-mysteries', clientId: randomUUID() });
const aWish = (user: TestUser) => user.call(createWish, { title: 'Breakfast', points: 10, clientId: randomUUID() });

/** A call that is about a part. */
type AnyCall = [call: RpcDefinition<object, unknown>, input: object];

describe('a part that is switched off', () => {
  it.each(['goals', 'stories', 'wishes', 'lists'] as const)('refuses each call of %s, and no other', async (part) => {
    const [ada, bob, coupleId] = await challenges.couple();
    const made = {
      goals: await aGoal(ada),
      lists: await aList(ada),
      stories: await aStory(ada),
      wishes: await aWish(ada),
    };
    const calls: Record<typeof part, AnyCall[]> = {
      goals: [
        [listGoals, {}],
        [getGoal, { id: made.goals._id }],
        [getGoal, { id: randomUUID() }],
        [
          createGoal,
          { title: 'Run', type: 'counter', target: 5, category: 'health', ownership: 'ours', clientId: randomUUID() },
        ],
      ],
      lists: [
        [listLists, {}],
        [syncList, { id: made.lists._id, after: 0 }],
        [createList, { title: 'Films', kind: 'films', clientId: randomUUID() }],
        [addListItem, { id: made.lists._id, text: 'Milk', clientId: randomUUID() }],
      ],
      stories: [
        [listStories, {}],
        [getStoryReading, { id: made.stories._id }],
        [startStory, { templateId: 'small-mysteries', clientId: randomUUID() }],
      ],
      wishes: [
        [listWishes, {}],
        [createWish, { title: 'Massage', points: 10, clientId: randomUUID() }],
      ],
    };
    await hide(coupleId, { parts: [part], version: 2 });
    for (const user of [ada, bob])
      for (const [call, input] of calls[part])
        expect(await user.refusal(call, input)).toMatchObject({ code: 'PART_HIDDEN', status: 403 });
    for (const [other, [first]] of Object.entries(calls)) if (first && other !== part) await bob.call(...first);
    await bob.call(listChallenges, {});
    await hide(coupleId, { parts: [], version: 3 });
    const [shelf] = calls[part];
    if (shelf) expect(JSON.stringify(await bob.call(...shelf))).toContain(made[part]._id);
  });

  it('is found by no search', async () => {
    const [ada, , coupleId] = await challenges.couple();
    await Promise.all([aGoal(ada), aList(ada), aStory(ada), aWish(ada)]);
    const searches = async () => [
      await ada.call(searchGoals, { q: 'read' }),
      await ada.call(searchLists, { q: 'groceries' }),
      await ada.call(searchStories, { q: 'the' }),
      await ada.call(searchWishes, { q: 'breakfast' }),
    ];
    for (const { hits } of await searches()) expect(hits).toHaveLength(1);
    await hide(coupleId, { parts: ['goals', 'stories', 'wishes', 'lists'], version: 2 });
    for (const found of await searches()) expect(found).toEqual({ hits: [], more: false });
  });

  it('makes no keepsakes', async () => {
    const [ada, , coupleId] = await challenges.couple();
    const [goal, story] = [await aGoal(ada), await aStory(ada)];
    await hide(coupleId, { parts: ['goals', 'stories'], version: 2 });
    const asked = { userId: ada.id };
    for (const refusal of [
      await ada.refusal(getGoalKeepsakeSource, { ...asked, goalId: goal._id }),
      await ada.refusal(getStoryKeepsakeSource, { ...asked, id: story._id }),
    ])
      expect(refusal).toMatchObject({ code: 'PART_HIDDEN' });
  });

  it('is still in the export of each', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    const list = await aList(ada);
    await hide(coupleId, { parts: ['lists'], version: 2 });
    for (const { id: userId } of [ada, bob]) {
      const token = accessToken(challenges.keys, { userId, sessionId: randomUUID() }, 60, 'export');
      expect((await challenges.bus.call(listListRecords, {}, { token })).lists).toMatchObject([{ id: list._id }]);
    }
  });

  it('stays so when an older event arrives late or twice, and both learn of it once, with nobody named', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    await hide(coupleId, { parts: ['lists'], version: 3 });
    for (const hidden of [
      { parts: [], version: 2 },
      { parts: ['lists' as const], version: 3 },
    ])
      await challenges.bus.publish(couplePartsChanged, coupleId, { coupleId, hidden });
    await hide(coupleId, { parts: ['lists', 'goals'], version: 4 });
    expect(await bob.refusal(listLists, {})).toMatchObject({ code: 'PART_HIDDEN' });
    expect(appliedTo(coupleId).map(({ members }) => members)).toEqual([
      [ada.id, bob.id],
      [ada.id, bob.id],
    ]);
  });

  it('comes with the link, also with one that is repeated after a change', async () => {
    const [ada, bob, coupleId] = await challenges.couple();
    await challenges.unlink(ada, bob, coupleId);
    await challenges.relink(ada, bob, coupleId, 3, { parts: ['wishes'], version: 2 });
    expect(await ada.refusal(listWishes, {})).toMatchObject({ code: 'PART_HIDDEN' });
    await hide(coupleId, { parts: [], version: 3 });
    const { _id, version } = ada.snapshot;
    const renamed = { ...ada.snapshot, firstName: 'Adah', version: version + 1 };
    await challenges.bus.publish(coupleLinked, coupleId, {
      ...{ coupleId, members: [renamed, bob.snapshot], timezone: 'UTC', version: 3 },
      ...{ linkedAt: new Date(Date.now() + 1_000).toISOString(), hidden: { parts: ['wishes'], version: 2 } },
    });
    await eventually(async () =>
      expect(await challenges.rows('SELECT first_name FROM people WHERE id = $1', [_id])).toEqual([
        { first_name: 'Adah' },
      ]),
    );
    await ada.call(listWishes, {});
  });
});
