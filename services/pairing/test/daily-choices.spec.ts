import { randomUUID } from 'node:crypto';
import {
  type WriteQuestionDto,
  answerDailyQuestion,
  dailyChanged,
  excludeDailyQuestion,
  getDailyToday,
  listActivities,
  listDailyHistory,
  listDailyRecords,
  listNotifications,
  listOwnQuestions,
  removeOwnQuestion,
  swapDailyQuestion,
  writeQuestion,
} from '@duet/contracts';
import { answer, answerTo, today, write } from './daily-answers.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

beforeEach(() => pairing.itIs('2027-01-10T12:00:00Z'));

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
