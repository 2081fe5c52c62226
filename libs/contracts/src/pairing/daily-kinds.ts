/** What a daily question is about. Sensitive ones are asked only where both of the two have switched them on. */
export const DAILY_CATEGORIES = ['everyday', 'memories', 'dreams', 'us', 'fun', 'values', 'gratitude', 'intimacy', 'conflict'] as const;
export type DailyCategory = (typeof DAILY_CATEGORIES)[number];

export const SENSITIVE_CATEGORIES: readonly DailyCategory[] = ['intimacy', 'conflict'];

/** Whoever has never chosen is asked about everything that is not sensitive. */
export const DEFAULT_CATEGORIES: readonly DailyCategory[] = DAILY_CATEGORIES.filter((category) => !SENSITIVE_CATEGORIES.includes(category));

/**
 * How a question is answered. `single`, `this_or_that` and `guess` by one of the options, `scale` by 1 to 5 between two
 * words, `open` in words; with all but `open` words may come along. `guess` asks for oneself and for the other.
 */
export const DAILY_TYPES = ['open', 'single', 'scale', 'this_or_that', 'guess'] as const;
export type DailyType = (typeof DAILY_TYPES)[number];

export const SCALE_STEPS = [1, 2, 3, 4, 5] as const;

/** How many options a type has: at least and at most. A scale's two are the words at its ends. */
export const OPTIONS_OF: Record<DailyType, readonly [number, number]> = { open: [0, 0], single: [2, 6], scale: [2, 2], this_or_that: [2, 2], guess: [2, 6] };
