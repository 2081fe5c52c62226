import type { Stores } from './stores.mjs';

declare global {
  /** Handed from Jest's set-up to its tear-down. */
  var duetTestStores: { stores: Stores; dir: string } | undefined;
}
