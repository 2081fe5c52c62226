import type { Limit } from '../limits/rate-limits.js';

/** A user looks through the shown messages and hides a few. */
export const HIDE: Limit = { name: 'on-this-day', rates: [{ by: 'user', points: 60, seconds: 60 }] };
