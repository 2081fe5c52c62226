export * from './accounts.js';
export * from './events.js';
export * from './sessions.js';
export type * from './views.js';
