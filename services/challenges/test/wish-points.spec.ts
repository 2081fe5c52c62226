import { confirmWish, giveWishBack, listWishes, redeemWish } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningChallenges } from './running-challenges.js';
import { TODAY, atOnce, available, create, earning, listed, seen, wishCalls } from './wish-calls.js';

let challenges: RunningChallenges;

beforeAll(async () => {
  challenges = await RunningChallenges.start();
});

afterAll(() => challenges.stop());

beforeEach(() => challenges.itIs(TODAY));

const { scene, stagesOf, changesOf } = wishCalls(() => challenges);

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
    // The reservation stands: promised points stay promised.
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
