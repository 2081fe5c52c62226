import { randomUUID } from 'node:crypto';
import {
  answerDailyQuestion,
  excludeDailyQuestion,
  getDailyPreferences,
  getDailyToday,
  listDailyHistory,
  listDailyRecords,
  listOwnQuestions,
  reactToDailyQuestion,
  removeOwnQuestion,
  setDailyPreferences,
  swapDailyQuestion,
  unlinkPartner,
  userDeleted,
  writeQuestion,
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
