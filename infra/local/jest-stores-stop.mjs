import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sweep } from './processes.mjs';

/** Stops what the set-up started, and the servers of suites that ended without a word. */
export default async function stopTestStores() {
  const started = globalThis.duetTestStores;
  if (!started) return;
  const suites = join(started.dir, 'suites');
  await Promise.all(readdirSync(suites).map((name) => sweep(join(suites, name, 'run'))));
  await started.stores.remove();
}
