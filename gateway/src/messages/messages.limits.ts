import type { Limit } from '../limits/rate-limits.js';

/** All writes to a conversation. Realtime allows sockets the same rate. */
export const WRITE: Limit = { name: 'messages-write', rates: [{ by: 'user', points: 60, seconds: 10 }] };

/** A draft is saved repeatedly while the user types; that must not use up the limit for sending. */
export const SAVE_DRAFT: Limit = { name: 'save-draft', rates: [{ by: 'user', points: 60, seconds: 10 }] };

/** A search runs while the user types. */
export const SEARCH_MESSAGES: Limit = { name: 'search-messages', rates: [{ by: 'user', points: 120, seconds: 60 }] };
