import {
  DEFAULT_CATEGORIES, type RpcDefinition, dailyChanged, getDailyPreferences, getDailyToday, listNotifications, noticeIssued, personSettled,
  setDailyPreferences, setTimezone, unlinkPartner, userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { answer } from './daily-answers.js';
import { RunningPairing, type Somebody } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2027-01-10T12:00:00Z'));

/** Both replicas look at this moment, several times. */
async function at(now: string): Promise<void> {
  pairing.itIs(now);
  for (let times = 0; times < 2; times += 1) await pairing.remindOfQuestions();
}

const reminded = async (of: Somebody): Promise<number> =>
  (await of.call(listNotifications, {})).notifications.filter(({ message }) => message.startsWith('Today’s question')).length;

const day = (number: number): string => new Date(Date.UTC(2027, 0, number, 12)).toISOString();

describe('what one likes to be asked', () => {
  it('is one’s own: the other hears and sees nothing of it', async () => {
    const [ada, bob] = await pairing.couple();
    expect(await ada.call(getDailyPreferences, {})).toEqual({ categories: DEFAULT_CATEGORIES, rhythmShown: true, holiday: null, version: 1 });
    const before = await bob.call(getDailyPreferences, {});
    expect((await ada.call(setDailyPreferences, { categories: ['intimacy', 'fun'] })).categories).toEqual(['fun', 'intimacy']);
    expect(await bob.call(getDailyPreferences, {})).toEqual(before);
    await eventually(() => expect(pairing.bus.live(dailyChanged).filter(({ members }) => members.includes(ada.id))).toHaveLength(1));
    expect(pairing.bus.live(dailyChanged).filter(({ members }) => members.includes(bob.id))).toEqual([]);
  });

  it('is asked: what is sensitive only when both have it on', async () => {
    const course = async (a: Somebody, first: number, days: number, enough: number): Promise<Set<string | null>> => {
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
    const withConflict = await course(ada, 10, 40, 2);
    expect([...withConflict].toSorted()).toEqual(['conflict', 'fun']);
    await bob.call(setDailyPreferences, { categories: ['fun'] });
    expect([...(await course(ada, 60, 10, 3))]).toEqual(['fun']);
  });

  /** As somebody calls who knows no types. */
  const setAnything: RpcDefinition<object, unknown> = setDailyPreferences;

  it.each<object>([{ categories: ['gossip'] }, { categories: ['fun', 'fun'] }, { categories: null }, { rhythmShown: 'yes', version: 1 }, { holiday: { until: 'soon' }, version: 1 }, { rhythmShown: false }])('refuses %j', async (wrong) => {
    const [ada] = await pairing.couple();
    expect((await ada.refusal(setAnything, wrong)).code).toBe('VALIDATION_FAILED');
  });
});

describe('what holds for both', () => {
  it('is set by either, on what both see', async () => {
    const [ada, bob] = await pairing.couple();
    const hidden = await ada.call(setDailyPreferences, { rhythmShown: false, version: 1 });
    expect(hidden).toMatchObject({ rhythmShown: false, version: 2 });
    expect((await bob.call(getDailyToday, {})).rhythm).toBeNull();
    expect(await bob.refusal(setDailyPreferences, { rhythmShown: true, version: 1 })).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: 2, rhythmShown: false } });
    await bob.call(setDailyPreferences, { rhythmShown: true, version: 2 });
    expect((await ada.call(getDailyToday, {})).rhythm).toEqual({ days: 0, longest: 0, restDays: 0 });
  });

  it('is a holiday of 30 days at most, also in parts, which ends no rhythm and asks for nothing', async () => {
    const [ada, bob] = await pairing.couple();
    await answer(ada);
    await answer(bob);
    pairing.itIs('2027-01-11T12:00:00Z');
    const wish = (until: string | null, version: number) => ({ holiday: until === null ? null : { until }, version });
    for (const until of ['2027-01-10', '2027-02-10', '2027-02-30']) expect((await ada.refusal(setDailyPreferences, wish(until, 1))).code).toBe('HOLIDAY_INVALID');
    expect((await ada.call(setDailyPreferences, wish('2027-01-31', 1))).holiday).toEqual({ until: '2027-01-31' });
    pairing.itIs('2027-01-25T12:00:00Z');
    // The days before count: the holiday began on the 11th.
    expect((await bob.refusal(setDailyPreferences, wish('2027-02-10', 2))).code).toBe('HOLIDAY_INVALID');
    await bob.call(setDailyPreferences, wish('2027-02-09', 2));
    await at('2027-01-26T20:00:00Z');
    expect(await reminded(ada)).toBe(0);
    pairing.itIs('2027-02-10T12:00:00Z');
    expect((await ada.refusal(setDailyPreferences, wish('2027-02-20', 3))).code).toBe('HOLIDAY_INVALID');
    expect((await ada.call(getDailyToday, {}))).toMatchObject({ rhythm: { days: 1, longest: 1 }, holidayUntil: null });
    pairing.itIs('2027-02-11T12:00:00Z');
    expect((await ada.call(getDailyToday, {})).rhythm).toMatchObject({ days: 0, longest: 1 });
  });

  it('ends when the two say so, with the day before', async () => {
    const [ada] = await pairing.couple();
    await ada.call(setDailyPreferences, { holiday: { until: '2027-01-20' }, version: 1 });
    pairing.itIs('2027-01-15T12:00:00Z');
    expect((await ada.call(getDailyToday, {})).holidayUntil).toBe('2027-01-20');
    expect((await ada.call(setDailyPreferences, { holiday: null, version: 2 })).holiday).toBeNull();
    expect((await ada.call(setDailyPreferences, { holiday: null, version: 3 })).holiday).toBeNull();
    expect((await ada.call(getDailyToday, {})).holidayUntil).toBeNull();
  });
});

describe('the reminder of the question', () => {
  it('comes at each one’s time by the couple’s clock, once, however many look', async () => {
    const ada = await pairing.person({ firstName: 'Ada', dailyQuestionTime: '07:30' });
    const bob = await pairing.person({ firstName: 'Bob' });
    await pairing.link(ada, bob, 'Asia/Kolkata');
    await at('2027-03-01T01:59:59Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([0, 0]);
    await at('2027-03-01T02:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 0]);
    await at('2027-03-01T13:30:00Z');
    await at('2027-03-01T13:31:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 1]);
    await at('2027-03-02T02:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([2, 1]);
    await eventually(async () => {
      const issued = (await pairing.bus.facts(noticeIssued)).filter(({ userId, notice }) => notice === 'daily_question' && userId === ada.id);
      expect(issued).toEqual([1, 2].map(() => ({ userId: ada.id, notice: 'daily_question', aboutId: null })));
    });
  });

  it('comes to nobody who has answered, and is settled by the answer', async () => {
    const [ada, bob] = await pairing.couple();
    pairing.itIs('2027-03-01T12:00:00Z');
    await answer(ada);
    await at('2027-03-01T19:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([0, 1]);
    await answer(bob);
    const unread = (await bob.call(listNotifications, {})).notifications.filter(({ readAt }) => readAt === null);
    expect(unread.map(({ message }) => message)).not.toContain('Today’s question is waiting for the two of you');
  });

  it('follows a new time of the day and a new clock, and makes up for no day that is over', async () => {
    const [ada, bob] = await pairing.couple();
    await at('2027-03-01T12:00:00Z');
    await eventually(() => pairing.bus.tell(userProfileChanged, ada.id, { ...ada.fact, dailyQuestionTime: '12:30', version: 2 }));
    await pairing.bus.call(personSettled, { userId: ada.id, version: 2 });
    await at('2027-03-01T12:30:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 0]);
    // By the clock of Tokyo it is evening at 10:00 UTC, from the next day on.
    await ada.call(setTimezone, { timezone: 'Asia/Tokyo' });
    await at('2027-03-02T10:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([2, 1]);
    await at('2027-03-09T02:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([2, 1]);
  });

  it('comes to nobody whose couple has ended, and again after a new start', async () => {
    const [ada, bob] = await pairing.couple();
    await ada.call(unlinkPartner, {});
    await at('2027-03-01T19:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([0, 0]);
    await pairing.link(ada, bob);
    await at('2027-03-02T19:00:00Z');
    expect([await reminded(ada), await reminded(bob)]).toEqual([1, 1]);
  });
});
