export * from './event.js';
export * from './rpc.js';
