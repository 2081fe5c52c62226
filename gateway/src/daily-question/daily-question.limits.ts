import type { Limit } from '../limits/rate-limits.js';

/** After each change both partners' screens fetch the question again. */
export const WRITE_DAILY: Limit = {
  name: 'daily-question-write',
  rates: [{ by: 'user', points: 120, seconds: 10 * 60 }],
};

/** A search runs while the user types. */
export const READ_HISTORY: Limit = {
  name: 'daily-question-history',
  rates: [{ by: 'user', points: 120, seconds: 60 }],
};
