import { sweepSuites } from './test-runs.mjs';

/** Stops what the set-up started, and the servers of suites that ended without a word. */
export default async function stopTestStores() {
  const started = globalThis.duetTestStores;
  if (!started) return;
  await sweepSuites(started.dir);
  await started.stores.remove();
}
