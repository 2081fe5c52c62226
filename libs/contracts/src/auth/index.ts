export * from './accounts.js';
export * from './events.js';
export * from './exports.js';
export * from './heard.js';
export * from './recovery.js';
export * from './sessions.js';
export * from './settings.js';
export * from './settings.dto.js';
export type * from './views.js';
