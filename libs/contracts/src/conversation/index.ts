export * from './conversation-state.js';
export * from './fold.js';
export * from './quotes.js';
export * from './views.js';
