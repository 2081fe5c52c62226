import {
  DEFAULT_CATEGORIES,
  type RpcDefinition,
  dailyChanged,
  getDailyPreferences,
  getDailyToday,
  listNotifications,
  noticeIssued,
  personSettled,
  setDailyPreferences,
  setTimezone,
  unlinkPartner,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { answer, answeringFor } from './daily-answers.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2027-01-10T12:00:00Z'));

/** Runs the reminders of both replicas twice at this time. */
async function remindAt(now: string): Promise<void> {
  pairing.itIs(now);
  for (let times = 0; times < 2; times += 1) await pairing.remindOfQuestions();
}

const reminded = async (of: TestUser): Promise<number> =>
  (await of.call(listNotifications, {})).notifications.filter(({ message }) => message.startsWith('Today’s question'))
    .length;

const answerBoth = answeringFor(() => pairing);

const day = (number: number): string => new Date(Date.UTC(2027, 0, number, 12)).toISOString();

describe('a couple that is restored', () => {
  it('keeps its rhythm over the days on which it had ended, and may take a whole holiday', async () => {
    const couple = await pairing.couple();
    const [ada, bob] = couple;
    for (const number of [10, 11, 12]) await answerBoth(day(number), couple);
    pairing.itIs('2027-01-13T09:00:00Z');
    await ada.call(unlinkPartner, {});
    pairing.itIs('2027-02-02T18:00:00Z');
    await pairing.link(ada, bob);
    const rhythm = async () => (await ada.call(getDailyToday, {})).rhythm;
    expect(await rhythm()).toEqual({ days: 3, longest: 3, restDays: 0 });
    const { version } = await ada.call(getDailyPreferences, {});
    const until = '2027-03-03';
    expect((await bob.call(setDailyPreferences, { holiday: { until }, version })).holiday).toEqual({ until });
    await ada.call(setDailyPreferences, { holiday: null, version: version + 1 });
    pairing.itIs('2027-02-03T18:00:00Z');
    expect(await rhythm()).toMatchObject({ days: 0, longest: 3 });
  });
});

describe('a member’s categories', () => {
  it('are visible and pushed to that member only', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await ada.call(getDailyPreferences, {})).toEqual({
      categories: DEFAULT_CATEGORIES,
      rhythmShown: true,
      holiday: null,
      version: 1,
    });
    const before = await bob.call(getDailyPreferences, {});
    expect((await ada.call(setDailyPreferences, { categories: ['intimacy', 'fun'] })).categories).toEqual([
      'fun',
      'intimacy',
    ]);
    expect(await bob.call(getDailyPreferences, {})).toEqual(before);
    await eventually(() =>
      expect(pairing.bus.live(dailyChanged).filter(({ members }) => members.includes(ada.id))).toHaveLength(1),
    );
    expect(pairing.bus.live(dailyChanged).filter(({ members }) => members.includes(bob.id))).toEqual([]);
  });

  it('decide the questions: sensitive ones only when both members chose them', async () => {
    const categoriesAsked = async (
      a: TestUser,
      first: number,
      days: number,
      enough: number,
    ): Promise<Set<string | null>> => {
      const categories = new Set<string | null>();
      for (let number = first; number < first + days && categories.size < enough; number += 1) {
        pairing.itIs(day(number));
        categories.add((await a.call(getDailyToday, {})).question.category);
      }
      return categories;
    };
    const [ada, bob] = await pairing.couple();
    await ada.call(setDailyPreferences, { categories: ['intimacy', 'conflict', 'fun'] });
    await bob.call(setDailyPreferences, { categories: ['conflict', 'fun'] });
    const withConflict = await categoriesAsked(ada, 10, 40, 2);
    expect([...withConflict].toSorted()).toEqual(['conflict', 'fun']);
    await bob.call(setDailyPreferences, { categories: ['fun'] });
    expect([...(await categoriesAsked(ada, 60, 10, 3))]).toEqual(['fun']);
  });

  /** The call with untyped input. */
  const setAnything: RpcDefinition<object, unknown> = setDailyPreferences;

  it.each<object>([
    { categories: ['gossip'] },
    { categories: ['fun', 'fun'] },
    { categories: null },
    { rhythmShown: 'yes', version: 1 },
    { holiday: { until: 'soon' }, version: 1 },
    { rhythmShown: false },
  ])('are rejected as %j', async (wrong) => {
    const [ada] = await pairing.couple();
    expect((await ada.refusal(setAnything, wrong)).code).toBe('VALIDATION_FAILED');
  });
});

describe('the shared settings', () => {
  it('are set by either member, on the current version', async () => {
    const [ada, bob] = await pairing.couple();
    const hidden = await ada.call(setDailyPreferences, { rhythmShown: false, version: 1 });
    expect(hidden).toMatchObject({ rhythmShown: false, version: 2 });
    expect((await bob.call(getDailyToday, {})).rhythm).toBeNull();
    expect(await bob.refusal(setDailyPreferences, { rhythmShown: true, version: 1 })).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { version: 2, rhythmShown: false },
    });
    await bob.call(setDailyPreferences, { rhythmShown: true, version: 2 });
    expect((await ada.call(getDailyToday, {})).rhythm).toEqual({ days: 0, longest: 0, restDays: 0 });
  });

  it('include a holiday of at most 30 days, extensions included, without reminders or a broken rhythm', async () => {
    const [ada, bob] = await pairing.couple();
    await answer(ada);
    await answer(bob);
    pairing.itIs('2027-01-11T12:00:00Z');
    const wish = (until: string | null, version: number) => ({ holiday: until === null ? null : { until }, version });
    for (const until of ['2027-01-10', '2027-02-10', '2027-02-30'])
      expect((await ada.refusal(setDailyPreferences, wish(until, 1))).code).toBe('HOLIDAY_INVALID');
    expect((await ada.call(setDailyPreferences, wish('2027-01-31', 1))).holiday).toEqual({ until: '2027-01-31' });
    pairing.itIs('2027-01-25T12:00:00Z');
    // The earlier days count: the holiday began on the 11th.
    expect((await bob.refusal(setDailyPreferences, wish('2027-02-10', 2))).code).toBe('HOLIDAY_INVALID');
    await bob.call(setDailyPreferences, wish('2027-02-09', 2));
    await remindAt('2027-01-26T20:00:00Z');
    expect(await reminded(ada)).toBe(0);
    pairing.itIs('2027-02-10T12:00:00Z');
    expect((await ada.refusal(setDailyPreferences, wish('2027-02-20', 3))).code).toBe('HOLIDAY_INVALID');
    expect(await ada.call(getDailyToday, {})).toMatchObject({ rhythm: { days: 1, longest: 1 }, holidayUntil: null });
    pairing.itIs('2027-02-11T12:00:00Z');
    expect((await ada.call(getDailyToday, {})).rhythm).toMatchObject({ days: 0, longest: 1 });
  });

  it('end a holiday early, with the day before', async () => {
    const [ada] = await pairing.couple();
    await ada.call(setDailyPreferences, { holiday: { until: '2027-01-20' }, version: 1 });
    pairing.itIs('2027-01-15T12:00:00Z');
    expect((await ada.call(getDailyToday, {})).holidayUntil).toBe('2027-01-20');
    expect((await ada.call(setDailyPreferences, { holiday: null, version: 2 })).holiday).toBeNull();
    expect((await ada.call(setDailyPreferences, { holiday: null, version: 3 })).holiday).toBeNull();
    expect((await ada.call(getDailyToday, {})).holidayUntil).toBeNull();
  });
});

describe('the daily reminder', () => {
  it('comes once, at each member’s time in the couple’s zone, with several replicas', async () => {
    const ada = await pairing.person({ firstName: 'Ada', dailyQuestionTime: '07:30' });
    const bob = await pairing.person({ firstName: 'Bob' });
    await pairing.link(ada, bob, 'Asia/Kolkata');
    await remindAt('2027-03-01T01:59:59Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([0, 0]);
    await remindAt('2027-03-01T02:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 0]);
    await remindAt('2027-03-01T13:30:00Z');
    await remindAt('2027-03-01T13:31:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 1]);
    await remindAt('2027-03-02T02:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([2, 1]);
    await eventually(async () => {
      const issued = (await pairing.bus.events(noticeIssued)).filter(
        ({ userId, notice }) => notice === 'daily_question' && userId === ada.id,
      );
      expect(issued).toMatchObject([1, 2].map(() => ({ userId: ada.id, notice: 'daily_question', aboutId: null })));
    });
  });

  it('skips members who have answered, and is marked as read by the answer', async () => {
    const [ada, bob] = await pairing.couple();
    pairing.itIs('2027-03-01T12:00:00Z');
    await answer(ada);
    await remindAt('2027-03-01T19:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([0, 1]);
    await answer(bob);
    const unread = (await bob.call(listNotifications, {})).notifications.filter(({ readAt }) => readAt === null);
    expect(unread.map(({ message }) => message)).not.toContain('Today’s question is waiting for the two of you');
  });

  it('follows a new time and a new zone, and is not sent for past days', async () => {
    const [ada, bob] = await pairing.couple();
    await remindAt('2027-03-01T12:00:00Z');
    await eventually(() =>
      pairing.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, dailyQuestionTime: '12:30', version: 2 }),
    );
    await pairing.bus.call(personSettled, { userId: ada.id, version: 2 });
    await remindAt('2027-03-01T12:30:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 0]);
    // In Tokyo it is evening at 10:00 UTC; the day after the change runs by the new zone.
    await ada.call(setTimezone, { timezone: 'Asia/Tokyo' });
    await remindAt('2027-03-02T10:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([2, 1]);
    await remindAt('2027-03-09T02:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([2, 1]);
  });

  it('stops with the couple and starts again when it is restored', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(unlinkPartner, {});
    await remindAt('2027-03-01T19:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([0, 0]);
    await pairing.link(ada, bob);
    await remindAt('2027-03-02T19:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 1]);
  });
});
