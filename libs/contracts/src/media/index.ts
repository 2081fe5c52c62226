export * from './avatars.js';
export * from './events.js';
