export * from './bus-probe.js';
export * from './eventually.js';
export * from './mail-catcher.js';
export * from './people.js';
export * from './stores.js';
export * from './tokens.js';
