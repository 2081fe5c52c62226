import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startStores } from './stores.mjs';
import { removeDeadRuns, testFolder } from './test-runs.mjs';

/** Jest's global set-up: one PostgreSQL and one S3 server for all suites, unless the caller of Jest started them. */
export default async function startTestStores() {
  if (process.env.JEST_STORES_READY) return;
  await removeDeadRuns();
  const dir = testFolder();
  // Suites start their own servers below this folder, and the tear-down stops them. Workers inherit the environment.
  process.env.TEST_STORES_DIR = join(dir, 'suites');
  mkdirSync(process.env.TEST_STORES_DIR, { recursive: true });
  const stores = await startStores({ dir, only: ['postgres', 's3'], flush: false });
  Object.assign(process.env, stores.env);
  globalThis.duetTestStores = { stores, dir };
}
