import { randomUUID } from 'node:crypto';
import {
  type WishAction,
  type WishStatus,
  type WishView,
  changeWish,
  confirmWish,
  createWish,
  deleteWish,
  giveWishBack,
  listWishRecords,
  listWishes,
  redeemWish,
  searchWishes,
  userDeleted,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { WISH_TRANSITIONS, type WishRole } from '../src/wishes/wish-states.js';
import { RunningChallenges } from './running-challenges.js';
import { TODAY, available, create, inputOf, listed, seen, wishCalls } from './wish-calls.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs(TODAY));

const { scene, stagesOf, changesOf } = wishCalls(() => challenges);

describe('a wish', () => {
  it('is created once, shown to both, and announced without a word of it', async () => {
    const [ada, bob, coupleId] = await scene();
    const input = inputOf({ title: 'A secret title' });
    const first = await ada.call(createWish, input);
    expect(await ada.call(createWish, input)).toEqual(first);
    expect(first).toMatchObject({
      coupleId,
      createdBy: ada.id,
      points: 20,
      status: 'open',
      lapsesAt: null,
      version: 1,
      actions: ['change_details', 'delete'],
    });
    expect(await listed(bob)).toMatchObject({ available: 50, wishes: [{ _id: first._id, actions: ['redeem'] }] });
    await eventually(() => expect(changesOf(first)).toMatchObject([{ coupleId, activity: { by: { _id: ada.id } } }]));
    expect(JSON.stringify(changesOf(first))).not.toContain('secret');
  });

  it.each([
    ['no title', { title: ' ' }],
    ['a long title', { title: 'x'.repeat(101) }],
    ['no points', { points: undefined }],
    ['0 points', { points: 0 }],
    ['points that are no whole number', { points: 1.5 }],
    ['points that no couple has', { points: 10_001 }],
    ['points of another shape', { points: { deep: {} } }],
  ])('with %s is refused', async (_what, more) => {
    const [ada] = await challenges.couple();
    expect(await ada.refusal(createWish, inputOf(more) as never)).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('reserves points when it is redeemed, and spends them when both have confirmed', async () => {
    const [ada, bob] = await scene();
    const wish = await create(ada);
    const { _id: id } = wish;
    const redeemed = await bob.call(redeemWish, { id });
    expect(redeemed).toMatchObject({
      status: 'redeemed',
      lapsesAt: '2026-12-22T12:00:00.000Z',
      actions: ['give_back', 'confirm'],
    });
    expect(await bob.call(redeemWish, { id })).toMatchObject({ version: redeemed.version });
    expect(await available(ada)).toBe(30);
    const confirmed = await ada.call(confirmWish, { id });
    expect(confirmed).toMatchObject({ status: 'redeemed', confirmedBy: ada.id, actions: ['give_back'] });
    expect(await ada.call(confirmWish, { id })).toMatchObject({ version: confirmed.version });
    expect(await bob.call(confirmWish, { id })).toMatchObject({
      status: 'fulfilled',
      confirmedBy: null,
      fulfilledAt: '2026-11-22T12:00:00.000Z',
      actions: [],
    });
    expect(await listed(ada, 'history')).toMatchObject({ available: 30, wishes: [{ _id: id, actions: ['delete'] }] });
    await eventually(async () =>
      expect((await stagesOf(wish)).map(({ step, actorId }) => [step, actorId])).toEqual([
        ['redeemed', bob.id],
        ['fulfilled', bob.id],
      ]),
    );
    // The words go, the points stay spent, and the same clientId makes a new wish.
    await ada.call(deleteWish, { id });
    expect(await seen(bob, wish)).toBeUndefined();
    expect(await available(bob)).toBe(30);
    expect(await bob.refusal(redeemWish, { id })).toMatchObject({ code: 'WISH_NOT_FOUND' });
    expect(await challenges.rows('SELECT title FROM wishes WHERE id = $1', [id])).toEqual([{ title: '' }]);
  });

  it('changes on the version that was seen, until it is redeemed', async () => {
    const [ada, bob] = await scene();
    const { _id: id } = await create(ada);
    expect(await ada.call(changeWish, { id, version: 1, points: 30 })).toMatchObject({ points: 30, version: 2 });
    expect(await ada.refusal(changeWish, { id, version: 1, title: 'Late' })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { points: 30 },
    });
    expect(await bob.refusal(changeWish, { id, version: 2, points: 1 })).toMatchObject({ code: 'NOT_YOURS' });
    await bob.call(redeemWish, { id });
    expect(await ada.refusal(changeWish, { id, version: 3, points: 1 })).toMatchObject({ code: 'WISH_STATE' });
  });

  it('is on a page of its shelf', async () => {
    const [ada, bob] = await challenges.couple();
    const wishes = [await create(ada), await create(bob), await create(ada)];
    const first = await bob.call(listWishes, { limit: 2 });
    expect(first.wishes.map(({ _id }) => _id)).toEqual([wishes[2]?._id, wishes[1]?._id]);
    const rest = await bob.call(listWishes, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ wishes: [{ _id: wishes[0]?._id }], nextCursor: null });
  });
});

/** How a wish gets into each state. */
const REACH: Record<WishStatus, (ada: TestUser, wish: WishView, bob: TestUser) => Promise<unknown>> = {
  open: async () => undefined,
  redeemed: (_ada, { _id: id }, bob) => bob.call(redeemWish, { id }),
  fulfilled: async (ada, wish, bob) => {
    await REACH.redeemed(ada, wish, bob);
    for (const user of [ada, bob]) await user.call(confirmWish, { id: wish._id });
  },
};

/** How each action is pressed. */
const PRESS: Record<WishAction, (user: TestUser, id: string, wish: WishView) => Promise<unknown>> = {
  change_details: (user, id, { version }) => user.call(changeWish, { id, version, title: 'Another title' }),
  redeem: (user, id) => user.call(redeemWish, { id }),
  give_back: (user, id) => user.call(giveWishBack, { id }),
  confirm: (user, id) => user.call(confirmWish, { id }),
  delete: (user, id) => user.call(deleteWish, { id }),
};

const ACTIONS = Object.keys(PRESS) as WishAction[];

const cases = (Object.keys(REACH) as WishStatus[]).flatMap((state) =>
  (['giver', 'receiver'] as WishRole[]).map((role) => [state, role] as const),
);

describe.each(cases)('a wish that is %s, to its %s', (state, role) => {
  const rowsOf = (action: WishAction) =>
    WISH_TRANSITIONS.filter((row) => row.action === action && row.by.includes(role));

  it('allows what the table allows, shows exactly that, and leaves the rest as it is', async () => {
    const [ada, bob] = await scene(10);
    for (const action of ACTIONS) {
      const wish = await create(ada, { points: 1 });
      await REACH[state](ada, wish, bob);
      const user = role === 'giver' ? ada : bob;
      const before = (await seen(user, wish)) as WishView;
      const allowed = WISH_TRANSITIONS.filter(({ from, by }) => from.includes(state) && by.includes(role));
      expect(before).toMatchObject({ status: state, actions: allowed.map((row) => row.action) });
      const press = PRESS[action](user, wish._id, before);
      if (before.actions.includes(action)) {
        await press;
        expect((await seen(user, wish))?.version).toBe(action === 'delete' ? undefined : before.version + 1);
        continue;
      }
      if (rowsOf(action).some(({ to }) => to === state)) await press;
      else await expect(press).rejects.toMatchObject({ status: expect.any(Number) });
      expect(await seen(user, wish)).toEqual(before);
    }
  });
});

it('has the transitions that the design names', () => {
  expect(
    WISH_TRANSITIONS.map(({ action, from, by, to }) => [action, from.join(), by.join(), to ?? '-'].join(' ')),
  ).toEqual([
    'change_details open giver -',
    'redeem open receiver redeemed',
    'give_back redeemed giver,receiver open',
    'confirm redeemed giver,receiver fulfilled',
    'delete open,fulfilled giver -',
  ]);
});

describe('strangers, ended couples and deleted accounts', () => {
  const exported = async (user: TestUser) => {
    const token = accessToken(challenges.keys, { userId: user.id, sessionId: randomUUID() }, 60, 'export');
    return (await challenges.bus.call(listWishRecords, {}, { token })).wishes;
  };

  it('find nothing, nothing lands in an ended couple, and a relink brings all back', async () => {
    const [ada, bob, coupleId] = await scene();
    const [stranger] = await challenges.couple();
    const { _id: id } = await create(ada, { title: 'Crème brûlée' });
    const found = async (by: TestUser) => (await by.call(searchWishes, { q: 'creme' })).hits;
    expect(await found(bob)).toEqual([{ _id: id, title: 'Crème brûlée', text: '' }]);
    expect(await found(stranger)).toEqual([]);
    for (const call of [redeemWish, giveWishBack, confirmWish, deleteWish])
      expect(await stranger.refusal(call, { id })).toMatchObject({ code: 'WISH_NOT_FOUND' });
    expect(await stranger.refusal(changeWish, { id, version: 1 })).toMatchObject({ code: 'WISH_NOT_FOUND' });
    const alone = challenges.user();
    expect(await alone.refusal(listWishes, {})).toMatchObject({ code: 'NO_PARTNER' });
    expect(await alone.refusal(redeemWish, { id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await ada.refusal(listWishRecords, {})).toMatchObject({ code: 'UNAUTHENTICATED' });
    await bob.call(redeemWish, { id });
    await challenges.unlink(ada, bob, coupleId);
    expect(await ada.refusal(confirmWish, { id })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await bob.refusal(searchWishes, { q: 'creme' })).toMatchObject({ code: 'NO_PARTNER' });
    expect(await exported(bob)).toMatchObject([{ id, title: 'Crème brûlée', status: 'redeemed', createdBy: ada.id }]);
    expect(await exported(stranger)).toEqual([]);
    await challenges.relink(ada, bob, coupleId, 3);
    expect(await listed(bob)).toMatchObject({ available: 30, wishes: [{ _id: id }] });
  });

  it('leave none of their words', async () => {
    const [ada, bob, coupleId] = await scene();
    await create(ada, { title: 'words of Ada' });
    const theirs = await create(bob);
    await ada.call(redeemWish, { id: theirs._id });
    await ada.call(confirmWish, { id: theirs._id });
    await challenges.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect(await challenges.rows('SELECT id, confirmed_by FROM wishes WHERE couple_id = $1', [coupleId])).toEqual([
        { id: theirs._id, confirmed_by: null },
      ]),
    );
  });
});
