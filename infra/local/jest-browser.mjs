import { TestEnvironment } from 'jest-environment-jsdom';

/** Features of every browser that jsdom lacks, taken from Node. */
const FROM_NODE = /** @type {const} */ ([
  'fetch',
  'Request',
  'Response',
  'Headers',
  'ReadableStream',
  'TransformStream',
  'WritableStream',
  'BroadcastChannel',
  'TextEncoder',
  'TextDecoder',
  'structuredClone',
  'CompressionStream',
  'DecompressionStream',
]);

/** Node's fetch accepts only Node's own signals. */
const INSTEAD = /** @type {const} */ (['AbortController', 'AbortSignal']);

export default class BrowserEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    for (const name of [...FROM_NODE, ...INSTEAD]) {
      if (!(name in this.global) || INSTEAD.some((other) => other === name))
        Object.defineProperty(this.global, name, { value: globalThis[name], writable: true, configurable: true });
    }
    if (!('subtle' in this.global.crypto))
      Object.defineProperty(this.global.crypto, 'subtle', { value: globalThis.crypto.subtle });
  }
}
