import { randomUUID } from 'node:crypto';
import {
  type GoalAction,
  type GoalStatus,
  type GoalView,
  addGoalEntry,
  changeGoal,
  cheerGoal,
  completeMilestone,
  deleteGoal,
  getGoalKeepsakeSource,
  respondToGoal,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import { GOAL_TRANSITIONS, type GoalRole } from '../src/goals/goal-states.js';
import { TODAY, add, create, milestoneOf, seen } from './goal-calls.js';
import { RunningChallenges } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs(TODAY));

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
  (['creator', 'partner', 'supporter'] as GoalRole[])
    .filter((role) => state !== 'proposed' || role !== 'supporter')
    .map((role) => [state, role] as const),
);

describe.each(cases)('a goal that is %s, to its %s', (state, role) => {
  const rowsOf = (action: GoalAction) =>
    GOAL_TRANSITIONS.filter((row) => row.action === action && row.by.includes(role));

  it('allows what the table allows, shows exactly that, and leaves the rest as it is', async () => {
    const [ada, bob] = await challenges.couple();
    for (const action of ACTIONS) {
      const ownership = role === 'supporter' ? 'mine_with_support' : 'ours';
      const goal = await create(ada, { ownership, milestones: [{ title: 'Begin' }] });
      await REACH[state](ada, goal, bob);
      const user = role === 'creator' ? ada : bob;
      const before = await seen(user, goal);
      const allowed = [...new Set(GOAL_TRANSITIONS.map((row) => row.action))].filter((one) =>
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
  expect(
    GOAL_TRANSITIONS.map(({ action, from, by, to }) => [action, from.join(), by.join(), to ?? '-'].join(' ')),
  ).toEqual([
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
