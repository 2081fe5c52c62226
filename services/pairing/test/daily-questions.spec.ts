import {
  activityRecorded,
  answerDailyQuestion,
  dailyChanged,
  excludeDailyQuestion,
  getDailyPreferences,
  getDailyToday,
  getRevealedQuestion,
  listActivities,
  listDailyHistory,
  listDailyRecords,
  listNotifications,
  listOwnQuestions,
  notificationCreated,
  reactToDailyQuestion,
  setTimezone,
  swapDailyQuestion,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { CANARY, answer, answerTo, answeringFor, today, write } from './daily-answers.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2027-01-10T12:00:00Z'));

const answerBoth = answeringFor(() => pairing);

const kindsPushedTo = (one: TestUser, id: string): string[] =>
  [...pairing.bus.live(activityRecorded), ...pairing.bus.live(dailyChanged)]
    .filter(({ members, activity }) => members.includes(one.id) && activity.entity.id === id)
    .map(({ activity }) => activity.kind);

describe('the daily question', () => {
  it('is the same for both, chosen when the first member opens the day', async () => {
    const [ada, bob] = await pairing.couple();
    const answers = await Promise.all([ada, bob, ada, bob].map((one) => one.call(getDailyToday, {})));
    expect(new Set(answers.map(({ question }) => question._id)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      question: {
        dayKey: '2027-01-10',
        state: 'open',
        partnerAnswered: false,
        mine: null,
        theirs: null,
        canSwap: true,
        answerableUntil: '2027-01-17',
        writtenBy: null,
      },
      pending: [],
      rhythm: { days: 0, longest: 0, restDays: 0 },
      holidayUntil: null,
    });
  });

  it('changes at the couple’s midnight, also on days of 23 and 25 hours', async () => {
    const [ada] = await pairing.couple('Europe/Berlin');
    const keys: string[] = [];
    for (const now of [
      '2027-03-28T21:59:59Z',
      '2027-03-28T22:00:00Z',
      '2027-10-31T22:59:59Z',
      '2027-10-31T23:00:00Z',
    ]) {
      pairing.itIs(now);
      keys.push((await today(ada)).dayKey);
    }
    expect(keys).toEqual(['2027-03-28', '2027-03-29', '2027-10-31', '2027-11-01']);
  });

  it('stays until its day is over when the couple changes the zone', async () => {
    const [ada, bob] = await pairing.couple('Europe/Berlin');
    pairing.itIs('2027-01-10T16:00:00Z');
    const question = await today(ada);
    await ada.call(setTimezone, { timezone: 'Asia/Tokyo' });
    expect(await today(bob)).toEqual(question);
    pairing.itIs('2027-01-10T23:00:00Z');
    expect((await today(bob)).dayKey).toBe('2027-01-11');
    await ada.call(setTimezone, { timezone: 'America/Los_Angeles' });
    // Tokyo's 11th ends at 15:00 UTC; in Los Angeles it goes on until the 12th begins there.
    for (const [now, dayKey] of [
      ['2027-01-11T15:00:00Z', '2027-01-11'],
      ['2027-01-12T07:59:59Z', '2027-01-11'],
      ['2027-01-12T08:00:00Z', '2027-01-12'],
    ] as const) {
      pairing.itIs(now);
      expect((await today(ada)).dayKey).toBe(dayKey);
    }
    const rows = await pairing.rows(
      'SELECT 1 FROM daily_questions q JOIN couple_members m ON m.couple_id = q.couple_id WHERE m.user_id = $1',
      [ada.id],
    );
    expect(rows).toHaveLength(3);
  });

  it('hides the partner’s answer from every answer, event, list, search and export until both have answered', async () => {
    const [ada, bob] = await pairing.couple();
    const question = await today(ada);
    const mine = await answer(ada, CANARY);
    expect(mine).toMatchObject({ state: 'mine', partnerAnswered: false, mine: { text: CANARY }, theirs: null });
    await eventually(() => expect(kindsPushedTo(bob, question._id)).toEqual(['daily_answered']));
    const seen = await Promise.all([
      bob.call(getDailyToday, {}),
      bob.call(listDailyHistory, {}),
      bob.call(listDailyHistory, { q: CANARY.slice(0, 20) }),
      bob.call(listDailyRecords, {}),
      bob.call(listActivities, {}),
      bob.call(listNotifications, {}),
      bob.call(getDailyPreferences, {}),
      bob.call(listOwnQuestions, {}),
      bob
        .refusal(swapDailyQuestion, { id: question._id, version: question.version })
        .then((refused) => refused.toFailure()),
      bob.refusal(swapDailyQuestion, { id: question._id, version: 99 }).then((refused) => refused.toFailure()),
      bob.refusal(reactToDailyQuestion, { id: question._id, emoji: '❤️' }).then((refused) => refused.toFailure()),
      bob
        .refusal(answerDailyQuestion, { ...answerTo(question, 'x'), version: 9 })
        .then((refused) => refused.toFailure()),
      bob.call(excludeDailyQuestion, { id: question._id, version: question.version }),
    ]);
    const bytes = JSON.stringify([
      seen,
      pairing.bus.live(activityRecorded),
      pairing.bus.live(dailyChanged),
      pairing.bus.live(notificationCreated),
    ]);
    expect(bytes).not.toContain(CANARY.slice(0, 10));
    expect(seen[0].question).toMatchObject({
      state: 'theirs',
      partnerAnswered: true,
      mine: null,
      theirs: null,
      canSwap: false,
    });
    // Ada's export has her own answer.
    expect((await ada.call(listDailyRecords, {})).days).toMatchObject([{ mine: { text: CANARY }, theirs: null }]);

    const revealed = await answer(bob, 'mine is shorter');
    expect(revealed).toMatchObject({ state: 'revealed', mine: { text: 'mine is shorter' }, theirs: { text: CANARY } });
    expect(await today(ada)).toMatchObject({ state: 'revealed', theirs: { text: 'mine is shorter' } });
    const exported = [ada, bob].map(async (one) => (await one.call(listDailyRecords, {})).days);
    expect(await Promise.all(exported)).toMatchObject([
      [{ mine: { text: CANARY }, theirs: { text: 'mine is shorter' } }],
      [{ theirs: { text: CANARY } }],
    ]);
  });

  it('is returned to memories only once both have answered, and for no other couple', async () => {
    const [ada, bob] = await pairing.couple();
    const [stranger] = await pairing.couple();
    const { _id: questionId, dayKey, text } = await today(ada);
    await answer(ada, CANARY);
    const revealed = (userId: string) => pairing.bus.call(getRevealedQuestion, { userId, questionId });
    const refusal = async (userId: string) => pairing.bus.refusal(getRevealedQuestion, { userId, questionId });
    for (const { id } of [ada, bob]) expect(await refusal(id)).toMatchObject({ code: 'QUESTION_NOT_FOUND' });
    pairing.itIs('2027-01-10T12:01:00Z');
    await answer(bob, 'Second');
    const whole = {
      questionId,
      dayKey,
      question: text,
      answers: [
        { by: ada.id, text: CANARY },
        { by: bob.id, text: 'Second' },
      ],
    };
    for (const { id } of [ada, bob]) expect(await revealed(id)).toMatchObject(whole);
    expect(await refusal(stranger.id)).toMatchObject({ code: 'QUESTION_NOT_FOUND' });
    await ada.call(unlinkPartner, {});
    expect(await refusal(ada.id)).toMatchObject({ code: 'NO_PARTNER' });
  });

  it('is revealed once when both answer at the same time', async () => {
    const couples = await Promise.all(Array.from({ length: 6 }, () => pairing.couple()));
    for (const [ada, bob] of couples) {
      const question = await today(ada);
      const answers = await Promise.all([answer(ada, 'A', question), answer(bob, 'B', question)]);
      expect(answers.map(({ state }) => state).toSorted()).toEqual([expect.stringMatching(/mine/), 'revealed']);
      expect([await today(ada), await today(bob)]).toMatchObject([{ state: 'revealed' }, { state: 'revealed' }]);
      await eventually(() =>
        expect(kindsPushedTo(ada, question._id).toSorted()).toEqual(['daily_answered', 'daily_revealed']),
      );
      const notices = await Promise.all(
        [ada, bob].map(async (one) =>
          (await one.call(listNotifications, {})).notifications.filter(({ entity }) => entity?.id === question._id),
        ),
      );
      expect(notices.flat().filter(({ message }) => message.includes('both answered'))).toHaveLength(1);
    }
  });

  it('stores a repeated answer once, and can be changed until the partner has answered', async () => {
    const [ada, bob] = await pairing.couple();
    const question = await today(ada);
    const first = answerTo(question, 'first');
    const [one, two] = await Promise.all([ada.call(answerDailyQuestion, first), ada.call(answerDailyQuestion, first)]);
    expect(two).toEqual(one);
    expect(
      await ada.refusal(answerDailyQuestion, answerTo(question, 'from a page that knows nothing of the first')),
    ).toMatchObject({ code: 'VERSION_CONFLICT', current: { mine: { text: 'first' } } });
    expect(await answer(ada, 'second')).toMatchObject({ mine: { text: 'second', version: 2 } });
    await answer(bob, 'final');
    expect((await ada.refusal(answerDailyQuestion, answerTo(await today(ada), 'third'))).code).toBe(
      'QUESTION_REVEALED',
    );
    await eventually(() => expect(kindsPushedTo(bob, question._id)).toHaveLength(3));
    expect(kindsPushedTo(bob, question._id).toSorted()).toEqual(['daily_answered', 'daily_answered', 'daily_revealed']);
    const notices = (await bob.call(listNotifications, {})).notifications.filter(
      ({ entity }) => entity?.id === question._id,
    );
    expect(notices.map(({ message }) => message)).toEqual(['Ada answered the daily question']);
  });

  it('accepts only answers of its type', async () => {
    const [ada, bob] = await pairing.couple();
    await write(bob, 'Which one?', { type: 'guess', options: ['This', 'That'] });
    const question = await today(ada);
    expect(question).toMatchObject({
      type: 'guess',
      options: ['This', 'That'],
      writtenBy: { firstName: 'Bob' },
      category: null,
    });
    for (const wrong of [{ value: 2, guess: 0 }, { value: 0, guess: 2 }, { value: 0 }, { guess: 1 }]) {
      const { value: _v, guess: _g, ...rest } = answerTo(question, '');
      expect((await ada.refusal(answerDailyQuestion, { ...rest, ...wrong })).code).toBe('VALIDATION_FAILED');
    }
    expect((await ada.refusal(answerDailyQuestion, answerTo(question, 'x'.repeat(2001)))).code).toBe(
      'VALIDATION_FAILED',
    );
    expect(await ada.call(answerDailyQuestion, answerTo(question, ''))).toMatchObject({
      mine: { value: 0, guess: 1, text: '' },
    });
  });

  it('can be answered for seven more days, which repairs the rhythm', async () => {
    const [ada, bob] = await pairing.couple();
    await answerBoth('2027-02-01T12:00:00Z', [ada, bob]);
    pairing.itIs('2027-02-02T12:00:00Z');
    await answer(ada, 'in time');
    await answerBoth('2027-02-03T12:00:00Z', [ada, bob]);
    const { pending, rhythm } = await bob.call(getDailyToday, {});
    expect(rhythm).toEqual({ days: 1, longest: 1, restDays: 0 });
    expect(pending).toMatchObject([{ dayKey: '2027-02-02', state: 'theirs', theirs: null }]);
    expect((await ada.call(getDailyToday, {})).pending).toEqual([]);
    const [late] = pending;
    if (!late) throw new Error('nothing is pending');
    expect(await answer(bob, 'late', late)).toMatchObject({ state: 'revealed', theirs: { text: 'in time' } });
    expect((await bob.call(getDailyToday, {})).rhythm).toEqual({ days: 3, longest: 3, restDays: 0 });

    pairing.itIs('2027-02-04T12:00:00Z');
    const missed = await today(ada);
    pairing.itIs('2027-02-11T12:00:00Z');
    expect((await ada.call(getDailyToday, {})).pending.map(({ dayKey }) => dayKey)).toEqual(['2027-02-04']);
    pairing.itIs('2027-02-12T00:00:00Z');
    expect((await ada.call(getDailyToday, {})).pending.map(({ dayKey }) => dayKey)).toEqual(['2027-02-11']);
    expect((await ada.refusal(answerDailyQuestion, answerTo(missed, 'too late'))).code).toBe('QUESTION_CLOSED');
    expect((await ada.call(getDailyToday, {})).rhythm).toEqual({ days: 0, longest: 3, restDays: 0 });
  });
});
