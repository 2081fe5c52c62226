import { randomUUID } from 'node:crypto';
import {
  type WriteQuestionDto,
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
  removeOwnQuestion,
  setDailyPreferences,
  setTimezone,
  swapDailyQuestion,
  unlinkPartner,
  userDeleted,
  writeQuestion,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { answer, answerTo, today } from './daily-answers.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2027-01-10T12:00:00Z'));

const CANARY = 'The lighthouse keeper’s secret recipe';

/** Both members answer the question of this day. */
async function answerBoth(
  on: string,
  [ada, bob]: [TestUser, TestUser],
  texts: [string, string] = ['yes', 'no'],
): Promise<void> {
  pairing.itIs(on);
  await answer(ada, texts[0]);
  await answer(bob, texts[1]);
}

const write = (by: TestUser, text: string, more: Partial<WriteQuestionDto> = {}) =>
  by.call(writeQuestion, { text, type: 'open', clientId: randomUUID(), ...more });

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

describe('swapping and excluding', () => {
  it('swaps once a day, before the first answer', async () => {
    const [ada, bob] = await pairing.couple();
    const question = await today(ada);
    const swaps = await Promise.allSettled(
      [ada, bob].map((one) => one.call(swapDailyQuestion, { id: question._id, version: question.version })),
    );
    expect(swaps.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const now = await today(bob);
    expect(now).toMatchObject({ _id: question._id, canSwap: false, version: 2 });
    expect(now.text).not.toBe(question.text);
    expect((await ada.refusal(swapDailyQuestion, { id: now._id, version: now.version })).code).toBe('SWAP_USED');
    // An answer to the old question on a stale screen is refused.
    expect(await bob.refusal(answerDailyQuestion, answerTo(question, 'to the old one'))).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { text: now.text },
    });
    pairing.itIs('2027-01-11T12:00:00Z');
    expect((await ada.refusal(swapDailyQuestion, { id: now._id, version: now.version })).code).toBe('QUESTION_CLOSED');
    const next = await today(ada);
    await answer(bob, 'quick');
    expect((await ada.refusal(swapDailyQuestion, { id: next._id, version: next.version })).code).toBe('SWAP_USED');
  });

  it('excludes a question for good and swaps it', async () => {
    const [ada, bob] = await pairing.couple();
    const question = await today(ada);
    const other = await ada.call(excludeDailyQuestion, { id: question._id, version: question.version });
    expect(other.text).not.toBe(question.text);
    await answer(bob, 'an answer');
    // An answered question stays for today, and is excluded from later days.
    expect((await ada.call(excludeDailyQuestion, { id: other._id, version: other.version })).text).toBe(other.text);
    expect(
      await pairing.rows(
        'SELECT 1 FROM daily_nevers n JOIN couple_members m ON m.couple_id = n.couple_id WHERE m.user_id = $1',
        [ada.id],
      ),
    ).toHaveLength(2);
  });

  it('never brings back a question of the last days', async () => {
    const [ada] = await pairing.couple();
    const asked: string[] = [];
    for (let day = 0; day < 20; day += 1) {
      pairing.itIs(new Date(Date.UTC(2027, 0, 10 + day, 12)).toISOString());
      const question = await today(ada);
      asked.push(question.text);
      if (day % 3 === 0)
        asked.push((await ada.call(swapDailyQuestion, { id: question._id, version: question.version })).text);
    }
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe('a question that a member wrote', () => {
  it('comes first, in the order of writing, and is hidden from the partner until its day', async () => {
    const [ada, bob] = await pairing.couple();
    await today(ada);
    const first = await write(ada, 'What did the canary say first?');
    await write(bob, 'What did the canary say second?');
    const waiting = await write(ada, 'What did the canary say third?');
    expect((await ada.call(listOwnQuestions, {})).map(({ text }) => text)).toEqual([
      first.text,
      'What did the canary say third?',
    ]);
    const seen = await Promise.all([
      bob.call(getDailyToday, {}),
      bob.call(listDailyHistory, { q: 'canary' }),
      bob.call(listDailyRecords, {}),
      bob.call(listActivities, {}),
      bob.call(listNotifications, {}),
    ]);
    expect(JSON.stringify([seen, pairing.bus.live(dailyChanged)])).not.toMatch(/canary say (first|third)/);
    expect((await bob.refusal(removeOwnQuestion, { id: waiting._id })).code).toBe('QUESTION_NOT_FOUND');
    await ada.call(removeOwnQuestion, { id: waiting._id });
    const texts: string[] = [];
    for (const now of ['2027-01-11T12:00:00Z', '2027-01-12T12:00:00Z', '2027-01-13T12:00:00Z']) {
      pairing.itIs(now);
      texts.push((await today(bob)).text);
    }
    expect(texts.slice(0, 2)).toEqual(['What did the canary say first?', 'What did the canary say second?']);
    expect(texts[2]).not.toContain('canary');
    expect((await ada.refusal(removeOwnQuestion, { id: first._id })).code).toBe('QUESTION_NOT_FOUND');
  });

  it('waits for the next day when swapped, and is not asked again when excluded', async () => {
    const [ada, bob] = await pairing.couple();
    await write(ada, 'Shall we move to the canary islands?');
    const question = await today(bob);
    await bob.call(swapDailyQuestion, { id: question._id, version: question.version });
    expect((await today(bob)).writtenBy).toBeNull();
    pairing.itIs('2027-01-11T12:00:00Z');
    const again = await today(bob);
    expect(again.text).toBe(question.text);
    await bob.call(excludeDailyQuestion, { id: again._id, version: again.version });
    pairing.itIs('2027-01-12T12:00:00Z');
    expect((await today(bob)).text).not.toBe(question.text);
  });

  it('is stored once for repeated calls, needs options for its type, and is limited to twenty waiting', async () => {
    const [ada] = await pairing.couple();
    const clientId = randomUUID();
    const [one, two] = await Promise.all([write(ada, 'Once?', { clientId }), write(ada, 'Once?', { clientId })]);
    expect(two).toEqual(one);
    const wrongs: Pick<WriteQuestionDto, 'type' | 'options'>[] = [
      { type: 'single', options: ['One'] },
      { type: 'open', options: ['One', 'Two'] },
      { type: 'this_or_that', options: ['1', '2', '3'] },
      { type: 'scale' },
    ];
    for (const wrong of wrongs)
      expect((await ada.refusal(writeQuestion, { text: 'Which?', clientId: randomUUID(), ...wrong })).code).toBe(
        'OPTIONS_INVALID',
      );
    expect((await ada.refusal(writeQuestion, { text: ' ', type: 'open', clientId: randomUUID() })).code).toBe(
      'VALIDATION_FAILED',
    );
    for (let count = 1; count < 20; count += 1) await write(ada, `Number ${count}?`);
    expect((await ada.refusal(writeQuestion, { text: 'One more?', type: 'open', clientId: randomUUID() })).code).toBe(
      'TOO_MANY_QUESTIONS',
    );
  });
});

describe('the history', () => {
  it('pages through revealed questions, newest first, and searches both answers', async () => {
    const [ada, bob] = await pairing.couple();
    for (let day = 1; day <= 5; day += 1)
      await answerBoth(
        `2027-05-0${day}T12:00:00Z`,
        [ada, bob],
        [`Ada on day ${day}`, day === 3 ? '100% Crème brûlée_' : `Bob ${day}`],
      );
    pairing.itIs('2027-05-06T12:00:00Z');
    await answer(ada, 'Crème for nobody yet');
    const page = await ada.call(listDailyHistory, { limit: 2 });
    expect(page).toMatchObject({
      questions: [{ dayKey: '2027-05-05' }, { dayKey: '2027-05-04' }],
      nextCursor: '2027-05-04',
    });
    const rest = await ada.call(listDailyHistory, { limit: 10, cursor: page.nextCursor ?? '' });
    expect(rest).toMatchObject({
      questions: [{ dayKey: '2027-05-03' }, { dayKey: '2027-05-02' }, { dayKey: '2027-05-01' }],
      nextCursor: null,
    });
    for (const q of ['creme brulee', 'CRÈME', '100%', 'lée_'])
      expect((await ada.call(listDailyHistory, { q })).questions.map(({ dayKey }) => dayKey)).toEqual(['2027-05-03']);
    for (const q of ['for nobody', '%%', 'cr_me'])
      expect((await bob.call(listDailyHistory, { q })).questions).toEqual([]);
  });

  it('accepts reactions of both members after the reveal', async () => {
    const [ada, bob] = await pairing.couple();
    const { _id: id } = await today(ada);
    expect((await ada.refusal(reactToDailyQuestion, { id, emoji: '❤️' })).code).toBe('QUESTION_NOT_FOUND');
    await answerBoth('2027-01-10T12:00:00Z', [ada, bob]);
    await ada.call(reactToDailyQuestion, { id, emoji: '❤️' });
    expect((await bob.call(reactToDailyQuestion, { id, emoji: '😂' })).reactions).toEqual([
      { emoji: '❤️', user: ada.id },
      { emoji: '😂', user: bob.id },
    ]);
    expect((await ada.call(reactToDailyQuestion, { id, emoji: '❤️' })).reactions).toEqual([
      { emoji: '😂', user: bob.id },
    ]);
  });
});

describe('access to daily questions', () => {
  it('is for the two members: other couples get QUESTION_NOT_FOUND, single people NO_PARTNER', async () => {
    const [ada] = await pairing.couple();
    const [eve] = await pairing.couple('UTC', ['Eve', 'Rob']);
    const alone = await pairing.person();
    const question = await today(ada);
    const own = await write(ada, 'Whose?');
    const refused = async (by: TestUser) => [
      (await by.refusal(answerDailyQuestion, answerTo(question, 'x'))).code,
      (await by.refusal(swapDailyQuestion, { id: question._id, version: question.version })).code,
      (await by.refusal(excludeDailyQuestion, { id: question._id, version: question.version })).code,
      (await by.refusal(reactToDailyQuestion, { id: question._id, emoji: '👍' })).code,
      (await by.refusal(removeOwnQuestion, { id: own._id })).code,
    ];
    expect(new Set(await refused(eve))).toEqual(new Set(['QUESTION_NOT_FOUND']));
    expect(new Set(await refused(alone))).toEqual(new Set(['NO_PARTNER']));
    for (const call of [getDailyToday, listDailyHistory, getDailyPreferences, listOwnQuestions])
      expect((await alone.refusal(call, {})).code).toBe('NO_PARTNER');
    expect((await alone.refusal(setDailyPreferences, { categories: ['fun'] })).code).toBe('NO_PARTNER');
    expect((await alone.refusal(writeQuestion, { text: 'Why?', type: 'open', clientId: randomUUID() })).code).toBe(
      'NO_PARTNER',
    );
    expect(await eve.call(listDailyRecords, {})).toEqual({ days: [], written: [], next: null });
  });

  it('ends with the couple except for exports, and returns when the couple is restored', async () => {
    const [ada, bob] = await pairing.couple();
    await answerBoth('2027-01-10T12:00:00Z', [ada, bob], ['from Ada', 'from Bob']);
    pairing.itIs('2027-01-11T12:00:00Z');
    await answer(ada, CANARY);
    const question = await today(ada);
    await Promise.allSettled([answer(bob, 'in flight', question), bob.call(unlinkPartner, {})]);
    expect((await ada.refusal(answerDailyQuestion, answerTo(question, 'x'))).code).toBe('NO_PARTNER');
    expect((await bob.refusal(listDailyHistory, {})).code).toBe('NO_PARTNER');
    const { days } = await bob.call(listDailyRecords, {});
    expect(days.map(({ dayKey, theirs }) => [dayKey, theirs !== null])).toContainEqual(['2027-01-10', true]);
    await pairing.link(bob, ada);
    expect((await today(bob))._id).toBe(question._id);
  });

  it('ends for good with the purge, which deletes all rows', async () => {
    const [ada, bob] = await pairing.couple();
    await write(ada, 'Asked?');
    await answerBoth('2027-01-10T12:00:00Z', [ada, bob]);
    await write(bob, 'Never asked?');
    const question = await today(ada);
    await ada.call(reactToDailyQuestion, { id: question._id, emoji: '❤️' });
    await ada.call(setDailyPreferences, { categories: ['fun'], holiday: { until: '2027-01-12' }, version: 1 });
    const [couple] = await pairing.rows<{ id: string }>('SELECT couple_id AS id FROM daily_questions WHERE id = $1', [
      question._id,
    ]);
    const tablesWithRows = async (): Promise<string[]> => {
      const tables = ['daily_couples', 'daily_questions', 'daily_pauses', 'daily_preferences', 'own_questions'];
      const rows = await Promise.all(
        tables.map((table) => pairing.rows(`SELECT 1 FROM ${table} WHERE couple_id = $1`, [couple?.id])),
      );
      return tables.filter((_, index) => (rows[index]?.length ?? 0) > 0);
    };
    expect(await tablesWithRows()).toHaveLength(5);
    await bob.call(unlinkPartner, {});
    pairing.itIs('2028-01-01T12:00:00Z');
    await pairing.sweep();
    expect(await tablesWithRows()).toEqual([]);
    expect(await pairing.rows('SELECT 1 FROM daily_answers WHERE question_id = $1', [question._id])).toEqual([]);
    expect((await ada.call(listDailyRecords, {})).days).toEqual([]);
  });

  it('ends with the account, whose answers and questions are deleted', async () => {
    const [ada, bob] = await pairing.couple();
    await write(ada, 'Is the canary yellow?');
    await answerBoth('2027-01-10T12:00:00Z', [ada, bob], ['the canary is yellow', 'mine stays']);
    await write(ada, 'Is another canary blue?');
    await eventually(() => pairing.bus.publish(userDeleted, ada.id, { userId: ada.id }));
    await eventually(async () =>
      expect(await pairing.rows('SELECT 1 FROM people WHERE id = $1', [ada.id])).toEqual([]),
    );
    const tables = [
      'daily_questions',
      'daily_answers',
      'own_questions',
      'daily_reactions',
      'daily_preferences',
      'activities',
      'notifications',
    ];
    const rows = await Promise.all(
      tables.map((table) => pairing.rows<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)),
    );
    const traces = rows.flat().map(({ text }) => text);
    expect(
      traces.filter(
        (text) =>
          text.includes('canary is yellow') || text.includes('Is the canary') || text.includes('another canary'),
      ),
    ).toEqual([]);
    // Bob keeps his own answer to the deleted question.
    expect((await bob.call(listDailyRecords, {})).days).toMatchObject([
      { text: 'A question that is no longer here', mine: { text: 'mine stays' }, theirs: null },
    ]);
  });
});
