import { randomUUID } from 'node:crypto';
import {
  type ChallengeAction,
  type ChallengeView,
  ERRORS,
  cancelChallenge,
  changeChallenge,
  completeStep,
  deleteChallenge,
  extendChallenge,
  getChallenge,
  letGoChallenge,
  pauseChallenge,
  recordKeepsake,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import {
  type ChallengeState,
  type ChallengeRole,
  STATES,
  CHALLENGE_TRANSITIONS,
} from '../src/challenges/challenge-states.js';
import { RunningChallenges, propose, running, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs('2026-11-22T12:00:00Z'));

const DUE = '2026-11-25T12:00:00Z';
const due = { dueAt: DUE, steps: [stepOf()] };

type Pair = [proposer: TestUser, other: TestUser];

/** How a challenge gets into each state. */
const REACH: Record<ChallengeState, (pair: Pair) => Promise<ChallengeView>> = {
  proposed: ([ada]) => propose(ada, due),
  active: ([ada, bob]) => running(ada, bob, due),
  overdue: async ([ada, bob]) => {
    const challenge = await running(ada, bob, due);
    challenges.itIs('2026-11-25T13:00:00Z');
    return challenge;
  },
  paused: async ([ada, bob]) => ada.call(pauseChallenge, { id: (await running(ada, bob, due))._id }),
  completed: async ([ada, bob]) => {
    const { _id: id, steps } = await running(ada, bob, due);
    return ada.call(completeStep, { id, stepId: steps[0]?._id ?? '' });
  },
  declined: async ([ada, bob]) => bob.call(respondToChallenge, { id: (await propose(ada, due))._id, action: 'reject' }),
  cancelled: async ([ada]) => ada.call(cancelChallenge, { id: (await propose(ada, due))._id }),
  expired: async ([ada, bob]) => {
    const challenge = await running(ada, bob, due);
    challenges.itIs('2026-11-28T12:00:00Z');
    return challenge;
  },
};

/** How each action is pressed. */
const PRESS: Record<ChallengeAction, (user: TestUser, challenge: ChallengeView) => Promise<unknown>> = {
  accept: (user, { _id: id }) => user.call(respondToChallenge, { id, action: 'accept' }),
  reject: (user, { _id: id }) => user.call(respondToChallenge, { id, action: 'reject' }),
  change_details: (user, { _id: id, version }) => user.call(changeChallenge, { id, version, title: 'Another title' }),
  pause: (user, { _id: id }) => user.call(pauseChallenge, { id }),
  resume: (user, { _id: id }) => user.call(resumeChallenge, { id }),
  extend: (user, { _id: id }) => user.call(extendChallenge, { id, dueAt: '2026-12-24T12:00:00Z' }),
  let_go: (user, { _id: id }) => user.call(letGoChallenge, { id }),
  cancel: (user, { _id: id }) => user.call(cancelChallenge, { id }),
  reflect: (user, { _id: id }) => user.call(reflectOnChallenge, { id, text: 'It was good.', mood: 4 }),
  keep: (user, { _id: id }) => user.call(recordKeepsake, { id, capsuleId: randomUUID() }),
  delete: (user, { _id: id }) => user.call(deleteChallenge, { id }),
};

const ACTIONS = Object.keys(PRESS) as (keyof typeof PRESS)[];
const ROLES: ChallengeRole[] = ['proposer', 'other'];

/** The table's answer, apart from guards: these challenges have a due date, and nobody has reflected. */
const rowsOf = (action: ChallengeAction) => CHALLENGE_TRANSITIONS.filter((row) => row.action === action);
const isAllowed = (state: ChallengeState, action: ChallengeAction, role: ChallengeRole): boolean =>
  rowsOf(action).some(({ from, by }) => from.includes(state) && (by === undefined || by === role));
/** A press that finds the state that it leads to changes nothing. */
const isRepeat = (state: ChallengeState, action: ChallengeAction, role: ChallengeRole): boolean =>
  rowsOf(action).some(({ to, by }) => to === state && (by === undefined || by === role));

const cases = STATES.flatMap((state) => ROLES.map((role) => [state, role] as const));

describe.each(cases)('a challenge that is %s, to its %s', (state, role) => {
  it('allows what the table allows, shows exactly that, and leaves the rest as it is', async () => {
    for (const action of ACTIONS) {
      challenges.itIs('2026-11-22T12:00:00Z');
      const [ada, bob] = await challenges.couple();
      const { _id: id } = await REACH[state]([ada, bob]);
      const user = role === 'proposer' ? ada : bob;
      const before = await user.call(getChallenge, { id });
      expect(before).toMatchObject({ status: state === 'overdue' ? 'active' : state, overdue: state === 'overdue' });
      expect(before.actions).toEqual(
        [...new Set(CHALLENGE_TRANSITIONS.map((row) => row.action))].filter((one) => isAllowed(state, one, role)),
      );
      const press = PRESS[action](user, before);
      if (isAllowed(state, action, role)) {
        await press.catch((error: { code?: string }) => {
          // Where the other has done something for it, deleting records the wish.
          if (action !== 'delete' || error.code !== 'PARTNER_CONTENT') throw error;
        });
        if (action !== 'delete') expect((await user.call(getChallenge, { id })).version).toBe(before.version + 1);
        continue;
      }
      if (isRepeat(state, action, role)) await press;
      else await expect(press).rejects.toMatchObject({ status: expect.any(Number) });
      expect(await user.call(getChallenge, { id })).toEqual(before);
    }
  });
});

it('answers NOT_YOURS to an action that only the other may take', async () => {
  const [ada, bob] = await challenges.couple();
  const { _id: id } = await propose(ada);
  expect(await ada.refusal(respondToChallenge, { id, action: 'accept' })).toMatchObject({ code: 'NOT_YOURS' });
  expect(await bob.refusal(cancelChallenge, { id })).toMatchObject({ code: 'NOT_YOURS' });
  expect(await bob.refusal(pauseChallenge, { id })).toMatchObject({ code: 'CHALLENGE_STATE' });
  expect(ERRORS.CHALLENGE_STATE.status).toBe(409);
});

it('has the transitions that the design names', () => {
  expect(
    CHALLENGE_TRANSITIONS.map(({ action, from, by, to }) => [action, from.join(), by ?? 'any', to ?? '-'].join(' ')),
  ).toEqual([
    'accept proposed other active',
    'reject proposed other declined',
    'change_details proposed proposer -',
    'pause active any paused',
    'resume paused any active',
    'extend active,overdue any -',
    'let_go overdue any expired',
    'cancel proposed proposer cancelled',
    'cancel active,overdue,paused any cancelled',
    'reflect completed any -',
    'keep completed any -',
    'delete completed,declined,cancelled,expired any -',
  ]);
});
