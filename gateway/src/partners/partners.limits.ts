import type { Limit } from '../limits/rate-limits.js';

const MINUTE = 60;

/** A client searches at most every 300 ms while the user types, and not for minutes. */
export const SEARCH: Limit = { name: 'partner-search', rates: [{ by: 'user', points: 60, seconds: MINUTE }] };

/** Each request notifies another person. */
export const REQUEST: Limit = { name: 'partner-request', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

/** A code has 40 random bits, so this many tries find none. */
export const LINK: Limit = { name: 'partner-link', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

export const INVITE: Limit = { name: 'partner-invite', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

export const BLOCK: Limit = { name: 'partner-block', rates: [{ by: 'user', points: 60, seconds: 10 * MINUTE }] };

/** Pairing allows ten in 24 hours; this bounds the refused ones. */
export const REPORT: Limit = { name: 'partner-report', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

/** Each change adds an entry to both partners' activity. */
export const TIMEZONE: Limit = { name: 'partner-timezone', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

/** After each change both partners' screens fetch the data again. */
export const RELATIONSHIP: Limit = {
  name: 'partner-relationship',
  rates: [{ by: 'user', points: 120, seconds: 10 * MINUTE }],
};

/** Each call sums up the files of the couple. */
export const STORAGE: Limit = { name: 'partner-storage', rates: [{ by: 'user', points: 30, seconds: MINUTE }] };
