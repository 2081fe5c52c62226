import { randomUUID } from 'node:crypto';
import {
  type DailyQuestionView,
  getDailyToday,
  getRevealedQuestion,
  listDailyHistory,
  listDailyRecords,
  writeQuestion,
} from '@duet/contracts';
import { accessToken } from '@duet/testing';
import { LIBRARY_IN } from '../src/daily-questions/library/translations.js';
import { answer, today } from './daily-answers.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2027-01-10T12:00:00Z'));

/** The question as the library words it in a language, found by its English words. */
function wordedIn(language: 'es' | 'de', { text }: Pick<DailyQuestionView, 'text'>) {
  const id = [...LIBRARY_IN.en.values()].find((question) => question.text === text)?.id ?? '';
  const { text: translated = '', options = [] } = LIBRARY_IN[language].get(id) ?? {};
  return { text: translated, options };
}

/** Ada reads German, Bob Spanish. */
async function couple() {
  const [plain, bob] = await pairing.couple();
  const question = await today(plain);
  return { plain, ada: plain.reading('de'), bob: bob.reading('es'), question };
}

describe('the daily question', () => {
  it('is read by each of the two in the own language, on its day and afterwards', async () => {
    const { plain, ada, bob, question } = await couple();
    const [german, spanish] = [wordedIn('de', question), wordedIn('es', question)];
    expect(german.text).not.toBe('');
    expect(await today(ada)).toMatchObject({ _id: question._id, ...german });
    expect(await today(bob)).toMatchObject({ _id: question._id, ...spanish });
    await answer(ada, 'ja');
    expect(await answer(bob, 'sí')).toMatchObject({ state: 'revealed', ...spanish });
    const { questions } = await ada.call(listDailyHistory, {});
    expect(questions).toMatchObject([german]);
    expect(await bob.call(getRevealedQuestion, { userId: bob.id, questionId: question._id })).toMatchObject({
      question: spanish.text,
    });
    expect(await today(plain)).toMatchObject({ text: question.text, options: question.options });
    const token = accessToken(pairing.keys, { userId: ada.id, sessionId: randomUUID() }, 60, 'export');
    expect(await pairing.bus.call(listDailyRecords, {}, { token, language: 'de' })).toMatchObject({ days: [german] });
  });

  it('is found in the history by the words that the reader sees', async () => {
    const { ada, bob, question } = await couple();
    await answer(ada, 'ja');
    await answer(bob, 'sí');
    const found = async (reader: typeof ada, { text: q }: { text: string }) =>
      (await reader.call(listDailyHistory, { q })).questions.map(({ _id }) => _id);
    const [german, spanish] = [wordedIn('de', question), wordedIn('es', question)];
    expect([await found(ada, german), await found(bob, spanish)]).toEqual([[question._id], [question._id]]);
    expect([await found(ada, spanish), await found(bob, german)]).toEqual([[], []]);
  });

  it('stays as it was written by one of the two', async () => {
    const { ada, bob } = await couple();
    const text = 'Gehen wir morgen ans Meer?';
    await ada.call(writeQuestion, { text, type: 'open', clientId: randomUUID() });
    pairing.itIs('2027-01-11T12:00:00Z');
    expect([(await today(ada)).text, (await today(bob)).text]).toEqual([text, text]);
  });

  it('keeps its words when the library no longer has them', async () => {
    const { ada, question } = await couple();
    await pairing.rows(`UPDATE daily_questions SET text = 'What was it before?' WHERE id = $1`, [question._id]);
    expect((await today(ada)).text).toBe('What was it before?');
  });

  it('stays closed to a stranger in every language', async () => {
    const { question } = await couple();
    const [stranger] = await pairing.couple();
    for (const language of ['en', 'es', 'de'] as const) {
      const reader = stranger.reading(language);
      expect((await reader.call(getDailyToday, {})).question._id).not.toBe(question._id);
      const refused = await reader.refusal(getRevealedQuestion, { userId: reader.id, questionId: question._id });
      expect(refused.code).toBe('QUESTION_NOT_FOUND');
    }
  });
});
