import { randomUUID } from 'node:crypto';
import { type AnswerDailyDto, type DailyQuestionView, answerDailyQuestion, getDailyToday } from '@duet/contracts';
import type { TestUser } from './running-pairing.js';

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
