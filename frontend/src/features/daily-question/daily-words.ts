import type { DailyAnswerView, DailyCategory, DailyQuestionView, DailyType, RhythmView } from '@duet/contracts';
import { type PlainTextKey, t } from '../../texts/index.js';

export const CATEGORY_WORDS: Record<DailyCategory, PlainTextKey> = {
  everyday: 'dailyQuestion.everydayLife',
  memories: 'common.memories',
  dreams: 'dailyQuestion.dreams',
  us: 'dailyQuestion.theTwoOfUs',
  fun: 'dailyQuestion.fun',
  values: 'dailyQuestion.values',
  gratitude: 'dailyQuestion.gratitude',
  intimacy: 'dailyQuestion.closeness',
  conflict: 'dailyQuestion.disagreements',
};

export const TYPE_WORDS: Record<DailyType, PlainTextKey> = {
  open: 'dailyQuestion.inWords',
  single: 'dailyQuestion.oneOfSeveral',
  this_or_that: 'dailyQuestion.thisOrThat',
  scale: 'dailyQuestion.oneToFive',
  guess: 'dailyQuestion.guessTheOther',
};

/** The rhythm in words, without blame. */
export function rhythmWords({ days, longest, restDays }: RhythmView): string {
  if (days > 0) return t('dailyQuestion.rhythm', { days, restDays });
  return longest > 0
    ? t('dailyQuestion.longestRhythm', { days: longest })
    : t('dailyQuestion.bothAnswerTodayAndYourRhythm');
}

/** The chosen option, or the value on the scale. */
export function chosenWords(
  { type, options }: Pick<DailyQuestionView, 'type' | 'options'>,
  value: number | null,
): string | null {
  if (value === null) return null;
  return type === 'scale' ? t('dailyQuestion.valueOf5', { value }) : (options[value] ?? null);
}

/** Whether the guess matches the other's answer. */
export const guessedRight = (mine: DailyAnswerView, theirs: DailyAnswerView): boolean =>
  mine.guess !== null && mine.guess === theirs.value;
