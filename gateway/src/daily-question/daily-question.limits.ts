import type { Limit } from '../limits/rate-limits.js';

/** Each change is asked for again by both people's screens. */
export const WRITE_DAILY: Limit = { name: 'daily-question-write', rates: [{ by: 'user', points: 120, seconds: 10 * 60 }] };

/** A search runs while somebody types. */
export const READ_HISTORY: Limit = { name: 'daily-question-history', rates: [{ by: 'user', points: 120, seconds: 60 }] };
