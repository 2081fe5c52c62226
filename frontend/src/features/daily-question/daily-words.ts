import type { DailyAnswerView, DailyCategory, DailyQuestionView, DailyType, RhythmView } from '@duet/contracts';

export const CATEGORY_WORDS: Record<DailyCategory, string> = {
  everyday: 'Everyday life',
  memories: 'Memories',
  dreams: 'Dreams',
  us: 'The two of us',
  fun: 'Fun',
  values: 'Values',
  gratitude: 'Gratitude',
  intimacy: 'Closeness',
  conflict: 'Disagreements',
};

export const TYPE_WORDS: Record<DailyType, string> = {
  open: 'In words',
  single: 'One of several',
  this_or_that: 'This or that',
  scale: '1 to 5',
  guess: 'Guess the other',
};

const count = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** How the two are doing, without a word of blame. */
export function rhythmWords({ days, longest, restDays }: RhythmView): string {
  if (days > 0) return `Your rhythm: ${count(days)}${restDays > 0 ? `, with ${count(restDays)} of rest to spare` : ''}.`;
  return longest > 0 ? `Your longest rhythm: ${count(longest)}. Start again?` : 'Both answer today, and your rhythm begins.';
}

/** What was chosen of the options, or on the scale. */
export function chosenWords({ type, options }: Pick<DailyQuestionView, 'type' | 'options'>, value: number | null): string | null {
  if (value === null) return null;
  return type === 'scale' ? `${value} of 5` : (options[value] ?? null);
}

/** Whether the guess met what the other one said. */
export const guessedRight = (mine: DailyAnswerView, theirs: DailyAnswerView): boolean => mine.guess !== null && mine.guess === theirs.value;
