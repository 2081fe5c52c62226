import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from './places.mjs';
import { startStores } from './stores.mjs';

/** Jest's global set-up: one PostgreSQL and one S3 server for all suites, unless whoever started Jest has them already. */
export default async function startTestStores() {
  if (process.env.JEST_STORES_READY) return;
  const dir = join(LOCAL, `test-${process.pid}`);
  // The suites' own servers live below it and are swept with it; workers inherit the environment.
  process.env.TEST_STORES_DIR = join(dir, 'suites');
  mkdirSync(process.env.TEST_STORES_DIR, { recursive: true });
  const stores = await startStores({ dir, use: process.env, only: ['postgres', 's3'] });
  Object.assign(process.env, stores.env);
  globalThis.duetTestStores = { stores, dir };
}
