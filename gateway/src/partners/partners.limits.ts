import type { Limit } from '../limits/rate-limits.js';

const MINUTE = 60;

/** Somebody who types and corrects makes a search every 300 ms at most, and not for minutes. */
export const SEARCH: Limit = { name: 'partner-search', rates: [{ by: 'user', points: 60, seconds: MINUTE }] };

/** Each request is news on somebody's screen. */
export const REQUEST: Limit = { name: 'partner-request', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

/** A code has 40 random bits; this many tries find none. */
export const LINK: Limit = { name: 'partner-link', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

export const INVITE: Limit = { name: 'partner-invite', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

export const BLOCK: Limit = { name: 'partner-block', rates: [{ by: 'user', points: 60, seconds: 10 * MINUTE }] };

/** Each change is a line in both people's list of what happened. */
export const TIMEZONE: Limit = { name: 'partner-timezone', rates: [{ by: 'user', points: 30, seconds: 10 * MINUTE }] };

/** Each change is asked for again by both people's screens. */
export const RELATIONSHIP: Limit = { name: 'partner-relationship', rates: [{ by: 'user', points: 120, seconds: 10 * MINUTE }] };
