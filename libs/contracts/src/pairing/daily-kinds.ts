/** The categories of daily questions. Sensitive ones require the consent of both partners. */
export const DAILY_CATEGORIES = [
  'everyday',
  'memories',
  'dreams',
  'us',
  'fun',
  'values',
  'gratitude',
  'intimacy',
  'conflict',
] as const;
export type DailyCategory = (typeof DAILY_CATEGORIES)[number];

export const SENSITIVE_CATEGORIES: readonly DailyCategory[] = ['intimacy', 'conflict'];

/** The default categories: all that are not sensitive. */
export const DEFAULT_CATEGORIES: readonly DailyCategory[] = DAILY_CATEGORIES.filter(
  (category) => !SENSITIVE_CATEGORIES.includes(category),
);

/**
 * The type of a question's answer. `single`, `this_or_that` and `guess` choose an option, `scale` is 1 to 5 between two words,
 * `open` is text. All other types allow text too. `guess` also asks for the partner's answer.
 */
export const DAILY_TYPES = ['open', 'single', 'scale', 'this_or_that', 'guess'] as const;
export type DailyType = (typeof DAILY_TYPES)[number];

export const SCALE_STEPS = [1, 2, 3, 4, 5] as const;

/** The minimum and maximum number of options. A scale has two: the words at its ends. */
export const OPTIONS_OF: Record<DailyType, readonly [number, number]> = {
  open: [0, 0],
  single: [2, 6],
  scale: [2, 2],
  this_or_that: [2, 2],
  guess: [2, 6],
};
