import type { Limit } from '../limits/rate-limits.js';

/** After each change both partners' screens fetch the moods again. */
export const MOOD: Limit = { name: 'mood', rates: [{ by: 'user', points: 60, seconds: 10 * 60 }] };
