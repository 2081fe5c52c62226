import { sweepSuites } from './test-runs.mjs';

/** Stops the stores of the set-up, and servers that crashed suites left behind. */
export default async function stopTestStores() {
  const started = globalThis.duetTestStores;
  if (!started) return;
  await sweepSuites(started.dir);
  await started.stores.remove();
}
