import type { Limit } from '../limits/rate-limits.js';

/** Pairing allows one in five minutes; this bounds the refused ones, each of which locks two people. */
export const NUDGE: Limit = { name: 'nudge', rates: [{ by: 'user', points: 30, seconds: 10 * 60 }] };
