import {
  TEXTS,
  activityRecorded,
  blockPerson,
  coupleLinked,
  getCoupleCalendar,
  getCoupleStatistics,
  getPartnerStatus,
  listActivities,
  listCoupleRecords,
  setTimezone,
  setTogetherSince,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2026-12-01T12:00:00Z'));

/** A couple that was linked at this instant. */
async function linkedAt(at: string, timezone = 'UTC'): Promise<[TestUser, TestUser]> {
  const [ada, bob] = await pairing.couple(timezone);
  await pairing.rows(
    'UPDATE couples SET linked_at = $2 WHERE id = (SELECT couple_id FROM couple_members WHERE user_id = $1)',
    [ada.id, at],
  );
  return [ada, bob];
}

const days = async (of: TestUser) => (await of.call(getCoupleStatistics, {})).daysTogether;

const coupleOf = async (of: TestUser) => (await of.call(getPartnerStatus, {})).couple;

const pushedTo = (to: TestUser) =>
  pairing.bus
    .live(activityRecorded)
    .filter(({ members, activity }) => activity.kind === 'together_since_changed' && members.includes(to.id));

describe('the couple’s first day', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-11'],
    ['America/Los_Angeles', '2026-11-10'],
  ])('is the day of the link in %s until one is set', async (timezone, day) => {
    const [ada, bob] = await linkedAt('2026-11-10T20:00:00Z', timezone);
    for (const { id: userId } of [ada, bob])
      expect(await pairing.bus.call(getCoupleCalendar, { userId })).toMatchObject({ timezone, since: day });
    for (const one of [ada, bob])
      expect(await coupleOf(one)).toMatchObject({
        togetherSince: day,
        togetherSinceVersion: 0,
        linkedAt: '2026-11-10T20:00:00.000Z',
      });
    // The days are counted from the instant of the link.
    pairing.itIs('2026-11-12T19:59:59Z');
    expect(await days(ada)).toBe(2);
    pairing.itIs('2026-11-12T20:00:00Z');
    expect(await days(ada)).toBe(3);
  });

  it('is set by either member for both, pushed, recorded as an activity, and starts the count of calendar days', async () => {
    const [ada, bob] = await linkedAt('2026-11-10T20:00:00Z', 'Europe/Berlin');
    const before = await coupleOf(ada);
    expect(await ada.call(setTogetherSince, { togetherSince: '2019-05-04', version: 0 })).toEqual({
      ...before,
      togetherSince: '2019-05-04',
      togetherSinceVersion: 1,
    });
    expect(await coupleOf(bob)).toMatchObject({ togetherSince: '2019-05-04', togetherSinceVersion: 1 });
    expect(await bob.call(setTogetherSince, { togetherSince: '2026-11-30', version: 1 })).toMatchObject({
      togetherSinceVersion: 2,
    });
    expect([await days(ada), await days(bob)]).toEqual([2, 2]);
    // The count grows at midnight in Berlin, not at the hour of the link.
    pairing.itIs('2026-12-01T22:59:59Z');
    expect(await days(ada)).toBe(2);
    pairing.itIs('2026-12-01T23:00:00Z');
    expect(await days(ada)).toBe(3);
    const { activities } = await bob.call(listActivities, {});
    expect(activities.map(({ kind, by }) => [kind, by?._id])).toEqual([
      ['together_since_changed', bob.id],
      ['together_since_changed', ada.id],
      ['linked', undefined],
    ]);
    await eventually(() => expect(pushedTo(ada)).toHaveLength(2));
    expect(pushedTo(ada)[0]?.members.toSorted()).toEqual([ada.id, bob.id].toSorted());
    // Live updates do not contain the day.
    expect(JSON.stringify(pairing.bus.live(activityRecorded))).not.toContain('2019-05-04');
  });

  it('may be today in the couple’s zone, but not tomorrow', async () => {
    pairing.itIs('2026-12-01T20:00:00Z');
    const [east] = await linkedAt('2026-11-10T20:00:00Z', 'Asia/Kolkata');
    const [west] = await linkedAt('2026-11-10T20:00:00Z', 'America/Los_Angeles');
    const future = {
      code: 'VALIDATION_FAILED',
      status: 400,
      errors: [{ field: 'togetherSince', message: TEXTS.togetherSinceInFuture }],
    };
    expect(await east.refusal(setTogetherSince, { togetherSince: '2026-12-03', version: 0 })).toMatchObject(future);
    expect(await west.refusal(setTogetherSince, { togetherSince: '2026-12-02', version: 0 })).toMatchObject(future);
    await east.call(setTogetherSince, { togetherSince: '2026-12-02', version: 0 });
    await west.call(setTogetherSince, { togetherSince: '2026-12-01', version: 0 });
    expect([await days(east), await days(west)]).toEqual([1, 1]);
    await west.call(setTimezone, { timezone: 'Asia/Kolkata' });
    expect(await days(west)).toBe(2);
  });

  it.each(['1899-12-31', '2026-02-29', '2026-13-01', '26-1-1', '', '2026-11-30T00:00:00Z'])(
    'cannot be %j',
    async (togetherSince) => {
      const [ada] = await pairing.couple();
      expect(await ada.refusal(setTogetherSince, { togetherSince, version: 0 })).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ field: 'togetherSince', message: TEXTS.dateInvalid }],
      });
    },
  );

  it('may be as early as 1900, or a leap day', async () => {
    const [ada] = await pairing.couple();
    await ada.call(setTogetherSince, { togetherSince: '1900-01-01', version: 0 });
    expect(await days(ada)).toBe(46_356);
    expect(await ada.call(setTogetherSince, { togetherSince: '2024-02-29', version: 1 })).toMatchObject({
      togetherSince: '2024-02-29',
    });
  });

  it('rejects an old version and returns the current couple', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(setTogetherSince, { togetherSince: '2020-01-01', version: 0 });
    const refused = await bob.refusal(setTogetherSince, { togetherSince: '2021-01-01', version: 0 });
    expect(refused).toMatchObject({ code: 'VERSION_CONFLICT', status: 409, current: await coupleOf(bob) });
    expect(await coupleOf(ada)).toMatchObject({ togetherSince: '2020-01-01', togetherSinceVersion: 1 });
    const answers = await Promise.allSettled(
      [ada, bob].map((one, index) =>
        one.call(setTogetherSince, { togetherSince: `2022-01-0${index + 1}`, version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await coupleOf(ada)).toMatchObject({ togetherSinceVersion: 2 });
  });

  it('records nothing when it stays the same', async () => {
    const [ada, bob] = await pairing.couple();
    const set = await ada.call(setTogetherSince, { togetherSince: '2020-01-01', version: 0 });
    expect(await ada.call(setTogetherSince, { togetherSince: '2020-01-01', version: 0 })).toEqual(set);
    expect(await bob.call(setTogetherSince, { togetherSince: '2020-01-01', version: 0 })).toEqual(set);
    expect((await bob.call(listActivities, {})).activities).toHaveLength(2);
  });

  it('does not change the couple’s version', async () => {
    const [ada, bob] = await pairing.couple();
    const version = (await coupleOf(ada))?.version;
    await ada.call(setTogetherSince, { togetherSince: '2020-01-01', version: 0 });
    expect((await coupleOf(bob))?.version).toBe(version);
  });

  it('needs a partner, and returns when the couple is restored', async () => {
    const [[ada, bob], eve] = [await pairing.couple(), await pairing.person()];
    await ada.call(setTogetherSince, { togetherSince: '2020-01-01', version: 0 });
    expect(await eve.refusal(setTogetherSince, { togetherSince: '2020-01-01', version: 0 })).toMatchObject({
      code: 'NO_PARTNER',
      status: 403,
    });
    await bob.call(unlinkPartner, {});
    expect(await ada.refusal(setTogetherSince, { togetherSince: '2021-01-01', version: 1 })).toMatchObject({
      code: 'NO_PARTNER',
    });
    expect(await days(ada)).toBeNull();
    expect(await ada.call(listCoupleRecords, {})).toMatchObject([{ status: 'ended', togetherSince: '2020-01-01' }]);
    // A new couple starts without one.
    await pairing.link(eve, ada);
    expect(await coupleOf(ada)).toMatchObject({ togetherSinceVersion: 0 });
    await ada.call(blockPerson, { userId: eve.id });
    await pairing.link(bob, ada);
    expect(await coupleOf(ada)).toMatchObject({ togetherSince: '2020-01-01', togetherSinceVersion: 1 });
    const events = await pairing.bus.events(coupleLinked);
    expect(JSON.stringify(events)).not.toContain('2020-01-01');
  });
});
