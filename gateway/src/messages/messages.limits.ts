import type { Limit } from '../limits/rate-limits.js';

/** Everything that writes into a conversation; the sockets' own allowance is as generous. */
export const WRITE: Limit = { name: 'messages-write', rates: [{ by: 'user', points: 60, seconds: 10 }] };

/** A draft is saved again and again while somebody writes; that must not keep the message from leaving. */
export const SAVE_DRAFT: Limit = { name: 'save-draft', rates: [{ by: 'user', points: 60, seconds: 10 }] };

/** A search runs while somebody types. */
export const SEARCH_MESSAGES: Limit = { name: 'search-messages', rates: [{ by: 'user', points: 120, seconds: 60 }] };
