/** What the browser may import at run time: constants and pure functions, no decorators and no I/O. */
export * from './auth/heard.js';
export * from './auth/settings.js';
export * from './core/errors.js';
export * from './core/limits.js';
export * from './core/rules.js';
export * from './core/texts.js';
export * from './media/attachments.js';
export * from './media/avatars.js';
export * from './messaging/emoji.js';
export * from './messaging/fold.js';
export * from './messaging/held.js';
export * from './messaging/links.js';
export * from './messaging/quotes.js';
export * from './messaging/views.js';
export * from './pairing/date-words.js';
export * from './pairing/daily-kinds.js';
