export * from './attachments.js';
export * from './avatars.js';
export * from './events.js';
export * from './exports.js';
export * from './files.js';
export * from './reports.js';
export * from './restitutions.js';
export * from './uploads.js';
