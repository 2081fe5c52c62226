export * from './batches.js';
export * from './events.js';
export * from './fold.js';
export * from './messages.js';
export * from './quotes.js';
export * from './views.js';
