import { randomUUID } from 'node:crypto';
import {
  type WishAction,
  type WishStatus,
  type WishView,
  changeWish,
  completeStep,
  confirmWish,
  createWish,
  deleteWish,
  giveWishBack,
  listWishRecords,
  listWishes,
  redeemWish,
  searchWishes,
  undoStep,
  userDeleted,
  wishChanged,
  wishProgressed,
} from '@duet/contracts';
import { type TestUser, accessToken, eventually } from '@duet/testing';
import { type WishRole, WISH_TRANSITIONS } from '../src/wishes/wish-states.js';
import { RunningChallenges, running, stepOf } from './running-challenges.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

const TODAY = '2026-11-22T12:00:00Z';

beforeEach(() => challenges.itIs(TODAY));

const inputOf = (more: object = {}) => ({ title: 'Breakfast in bed', points: 20, clientId: randomUUID(), ...more });

const create = (user: TestUser, more: object = {}): Promise<WishView> => user.call(createWish, inputOf(more));

const listed = (user: TestUser, shelf: 'current' | 'history' = 'current') => user.call(listWishes, { shelf });

const available = async (user: TestUser): Promise<number> => (await listed(user)).available;

const seen = async (user: TestUser, { _id }: Pick<WishView, '_id'>): Promise<WishView | undefined> =>
  (await user.call(listWishes, {})).wishes.find((wish) => wish._id === _id);

const stagesOf = async ({ _id }: WishView) =>
  (await challenges.bus.events(wishProgressed)).filter(({ wishId }) => wishId === _id);

const changesOf = ({ _id }: WishView) =>
  challenges.bus.live(wishChanged).filter(({ activity }) => activity.entity.id === _id);

/** A running challenge whose steps give ten points each. */
async function earning(ada: TestUser, bob: TestUser, done: number) {
  const { _id: id, steps } = await running(ada, bob, { steps: Array.from({ length: 6 }, () => stepOf()) });
  const ids = steps.slice(0, done).map(({ _id }) => _id);
  for (const stepId of ids) await ada.call(completeStep, { id, stepId, clientId: randomUUID(), text: '' });
  return { undo: () => ada.call(undoStep, { id, stepId: ids[0] ?? '' }) };
}

/** Two people with this many points, who know a third. */
async function scene(points = 50): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
  const [ada, bob, coupleId] = await challenges.couple();
  await earning(ada, bob, points / 10);
  return [ada, bob, coupleId];
}

/** @returns how many of these calls, made at the same moment, succeeded */
const atOnce = async (...calls: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

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

describe('joint points', () => {
  it('are never reserved twice: of two redeems at once that they do not both cover, one succeeds', async () => {
    const [ada, bob] = await scene(30);
    for (let round = 0; round < 3; round += 1) {
      const [his, hers] = [await create(ada), await create(bob)];
      expect(await atOnce(bob.call(redeemWish, { id: his._id }), ada.call(redeemWish, { id: hers._id }))).toBe(1);
      expect(await available(ada)).toBe(10);
      for (const { _id: id } of [his, hers]) await ada.call(giveWishBack, { id });
      expect(await available(ada)).toBe(30);
    }
  });

  it('of one wish are reserved once, and confirmed once, also when both press at once', async () => {
    const [ada, bob] = await scene();
    const wish = await create(ada);
    const { _id: id } = wish;
    expect(await atOnce(bob.call(redeemWish, { id }), bob.call(redeemWish, { id }))).toBe(2);
    expect(await available(bob)).toBe(30);
    await atOnce(ada.call(confirmWish, { id }), bob.call(confirmWish, { id }), bob.call(confirmWish, { id }));
    expect(await seen(ada, wish)).toMatchObject({ status: 'fulfilled' });
    await eventually(async () =>
      expect((await stagesOf(wish)).map(({ step }) => step)).toEqual(['redeemed', 'fulfilled']),
    );
  });

  it('that an undone step took back show as 0, and nothing can be redeemed until they suffice again', async () => {
    const [ada, bob] = await challenges.couple();
    const { undo } = await earning(ada, bob, 2);
    const [wish, small] = [await create(ada), await create(ada, { points: 1 })];
    await bob.call(redeemWish, { id: wish._id });
    await undo();
    expect(await listed(bob)).toMatchObject({ available: 0 });
    expect(await seen(bob, small)).toMatchObject({ actions: [] });
    expect(await bob.refusal(redeemWish, { id: small._id })).toMatchObject({ code: 'NOT_ENOUGH_POINTS' });
    // The reservation stands: what was promised stays promised.
    expect(await seen(bob, wish)).toMatchObject({ status: 'redeemed' });
    await earning(ada, bob, 1);
    expect(await available(bob)).toBe(0);
    await earning(ada, bob, 1);
    expect(await bob.call(redeemWish, { id: small._id })).toMatchObject({ status: 'redeemed' });
  });

  it.each([
    ['giver', 0],
    ['receiver', 1],
  ])('come back when the %s gives the wish back', async (_who, index) => {
    const [ada, bob] = await scene();
    const { _id: id } = await create(ada);
    await bob.call(redeemWish, { id });
    await bob.call(confirmWish, { id });
    const one = index === 0 ? ada : bob;
    expect(await one.call(giveWishBack, { id })).toMatchObject({ status: 'open', confirmedBy: null, redeemedAt: null });
    expect(await available(one)).toBe(50);
  });

  it('come back 30 days after, on a read or by the job, once over both replicas', async () => {
    const [ada, bob] = await scene();
    const [read, worked] = [await create(ada), await create(ada, { points: 30 })];
    await bob.call(redeemWish, { id: read._id });
    challenges.itIs('2026-12-22T11:59:59Z');
    expect(await seen(bob, read)).toMatchObject({ status: 'redeemed' });
    await bob.call(redeemWish, { id: worked._id });
    challenges.itIs('2026-12-22T12:00:00Z');
    expect(await bob.call(listWishes, {})).toMatchObject({ available: 20 });
    expect(await seen(bob, read)).toMatchObject({ status: 'open', version: 3 });
    challenges.itIs('2027-01-21T11:59:59Z');
    await challenges.passMinute();
    const stored = await challenges.rows('SELECT version, status FROM wishes WHERE id = $1', [worked._id]);
    expect(stored).toEqual([{ version: 3, status: 'open' }]);
    await eventually(() => expect(changesOf(worked)).toHaveLength(3));
    expect(changesOf(worked)[2]?.activity).not.toHaveProperty('by');
    expect(await bob.refusal(confirmWish, { id: worked._id })).toMatchObject({ code: 'WISH_STATE' });
  });

  it('come back by the job although a page of earlier wishes fail, and of those in a later run', async () => {
    const [ada, bob] = await scene();
    const { _id: id } = await create(ada);
    await bob.call(redeemWish, { id });
    const statuses = (ids: string[]) => challenges.rows('SELECT DISTINCT status FROM wishes WHERE id = ANY($1)', [ids]);
    challenges.itIs('2026-12-22T12:00:00Z');
    const copies = await challenges.withBrokenCopies('wishes', id, async () => {
      await challenges.passMinute();
      expect(await statuses([id])).toEqual([{ status: 'open' }]);
    });
    expect(await statuses(copies)).toEqual([{ status: 'redeemed' }]);
    await challenges.passMinute();
    expect(await statuses(copies)).toEqual([{ status: 'open' }]);
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
