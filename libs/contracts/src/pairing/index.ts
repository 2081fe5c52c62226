export * from './events.js';
export * from './partners.js';
export type * from './views.js';
