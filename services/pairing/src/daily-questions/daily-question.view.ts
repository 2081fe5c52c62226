import { type DailyAnswerView, type DailyQuestionView, LIMITS, type OwnQuestionView } from '@duet/contracts';
import { addDays } from '../calendar/days.js';
import type { DayKey } from './couple-days.js';
import type { DailyAnswer, DailyQuestion, DailyReaction } from './daily-question.entity.js';
import type { OwnQuestion } from './own-question.entity.js';
import { questionWords } from './question-words.js';

/** A question with its answers and reactions. */
export interface WholeQuestion {
  row: DailyQuestion;
  answers: DailyAnswer[];
  reactions: DailyReaction[];
}

const answerView = ({ value, guess, text, answeredAt, version }: DailyAnswer): DailyAnswerView => ({
  value,
  guess,
  text,
  answeredAt: answeredAt.toISOString(),
  version,
});

export const lastDayFor = (dayKey: DayKey): DayKey => addDays(dayKey, LIMITS.dailyAnswerableDays);

/** The answers that a member may see. No other code shows the partner's answer. */
export function answersFor(userId: string, { answers, reactions }: WholeQuestion) {
  const mine = answers.find((answer) => answer.userId === userId);
  const theirs = answers.find((answer) => answer.userId !== userId);
  const isRevealed = mine !== undefined && theirs !== undefined;
  return {
    isRevealed,
    partnerAnswered: theirs !== undefined,
    mine: mine ? answerView(mine) : null,
    theirs: isRevealed ? answerView(theirs) : null,
    reactions: isRevealed ? reactions.map(({ emoji, userId: user }) => ({ emoji, user })) : [],
  };
}

export function dailyQuestionView(userId: string, whole: WholeQuestion, today: DayKey): DailyQuestionView {
  const { row } = whole;
  const { isRevealed, ...answers } = answersFor(userId, whole);
  const halfway = answers.mine ? 'mine' : answers.partnerAnswered ? 'theirs' : 'open';
  const author = row.own?.author;
  return {
    _id: row.id,
    dayKey: row.dayKey,
    ...questionWords(row),
    type: row.type,
    category: row.category,
    writtenBy: author ? { _id: author.id, firstName: author.firstName } : null,
    state: isRevealed ? 'revealed' : halfway,
    ...answers,
    canSwap: canSwap(whole, today),
    answerableUntil: lastDayFor(row.dayKey),
    version: row.version,
  };
}

/** A question can be swapped once, on its day, before the first answer. */
export const canSwap = ({ row, answers }: WholeQuestion, today: DayKey): boolean =>
  row.dayKey === today && !row.swapped && answers.length === 0;

export const ownQuestionView = ({ id, text, type, options, createdAt }: OwnQuestion): OwnQuestionView => ({
  _id: id,
  text,
  type,
  options,
  createdAt: createdAt.toISOString(),
});
