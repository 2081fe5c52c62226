import type { Limit } from '../limits/rate-limits.js';

/** Writes to memories by one person. */
export const WRITE_MEMORIES: Limit = { name: 'memories', rates: [{ by: 'user', points: 240, seconds: 60 }] };

/** Copies of whole capsules: each is read file by file. */
export const TAKE_ALONG: Limit = { name: 'take-along', rates: [{ by: 'user', points: 40, seconds: 3_600 }] };

/** Reads of lists: a person scrolls, a script copies. */
export const READ_MEMORIES: Limit = { name: 'memories-read', rates: [{ by: 'user', points: 600, seconds: 60 }] };
