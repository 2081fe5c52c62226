import type { Limit } from '../limits/rate-limits.js';

/** A search runs while the user types, and asks several services. */
export const SEARCH: Limit = { name: 'search', rates: [{ by: 'user', points: 120, seconds: 60 }] };
