export * from './conversation-state.js';
export * from './fold.js';
export * from './hidden.js';
export * from './own-state.js';
export * from './quotes.js';
export * from './views.js';
