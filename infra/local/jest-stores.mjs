import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startStores } from './stores.mjs';
import { removeDeadRuns, testFolder } from './test-runs.mjs';

/** Jest's global set-up: one PostgreSQL and one S3 server for all suites, unless whoever started Jest has them already. */
export default async function startTestStores() {
  if (process.env.JEST_STORES_READY) return;
  await removeDeadRuns();
  const dir = testFolder();
  // The suites' own servers live below it and are swept with it; workers inherit the environment.
  process.env.TEST_STORES_DIR = join(dir, 'suites');
  mkdirSync(process.env.TEST_STORES_DIR, { recursive: true });
  const stores = await startStores({ dir, only: ['postgres', 's3'] });
  Object.assign(process.env, stores.env);
  globalThis.duetTestStores = { stores, dir };
}
