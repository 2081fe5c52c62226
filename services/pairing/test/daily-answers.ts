import { randomUUID } from 'node:crypto';
import {
  type AnswerDailyDto,
  type DailyQuestionView,
  type WriteQuestionDto,
  answerDailyQuestion,
  getDailyToday,
  writeQuestion,
} from '@duet/contracts';
import type { RunningPairing, TestUser } from './running-pairing.js';

export const CANARY = 'The lighthouse keeper’s secret recipe';

export const today = async (of: TestUser): Promise<DailyQuestionView> => (await of.call(getDailyToday, {})).question;

/** A valid answer to any type of question. */
export function answerTo(
  { _id: id, version, type, mine }: DailyQuestionView,
  text: string,
  more: Partial<AnswerDailyDto> = {},
) {
  const chosen = {
    open: {},
    single: { value: 0 },
    scale: { value: 3 },
    this_or_that: { value: 1 },
    guess: { value: 0, guess: 1 },
  }[type];
  return { id, version, answerVersion: mine?.version ?? 0, clientId: randomUUID(), text, ...chosen, ...more };
}

export const answer = async (by: TestUser, text = 'yes', question?: DailyQuestionView): Promise<DailyQuestionView> =>
  by.call(answerDailyQuestion, answerTo(question ?? (await today(by)), text));

/** @returns a function by which both members answer the question of a day */
export const answeringFor =
  (pairing: () => RunningPairing) =>
  async (on: string, [ada, bob]: [TestUser, TestUser], texts: [string, string] = ['yes', 'no']): Promise<void> => {
    pairing().itIs(on);
    await answer(ada, texts[0]);
    await answer(bob, texts[1]);
  };

export const write = (by: TestUser, text: string, more: Partial<WriteQuestionDto> = {}) =>
  by.call(writeQuestion, { text, type: 'open', clientId: randomUUID(), ...more });
