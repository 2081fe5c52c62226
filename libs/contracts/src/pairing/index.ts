export * from './activities.js';
export * from './events.js';
export * from './exports.js';
export * from './notifications.js';
export * from './partners.js';
export * from './statistics.js';
export type * from './views.js';
