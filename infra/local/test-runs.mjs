import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from './places.mjs';
import { began, sweep } from './processes.mjs';
import { removePostgresHome } from './stores/postgres-user.mjs';
import { unmountBelow } from './stores/volumes.mjs';

/** The folder of a test run of this process. */
export const testFolder = () => join(LOCAL, `test-${process.pid}`);

/** Stops servers that suites of a test run left running. @param {string} dir */
export async function sweepSuites(dir) {
  const suites = join(dir, 'suites');
  if (!existsSync(suites)) return;
  await Promise.all(
    readdirSync(suites).map(async (name) => {
      await sweep(join(suites, name, 'run'));
      await unmountBelow(join(suites, name));
      removePostgresHome(join(suites, name));
    }),
  );
}

/** Cleans up after killed test runs. */
export async function removeDeadRuns() {
  if (!existsSync(LOCAL)) return;
  for (const name of readdirSync(LOCAL)) {
    const pid = /^test-(\d+)$/.exec(name)?.[1];
    if (!pid || began(Number(pid)) !== null) continue;
    const dir = join(LOCAL, name);
    await sweep(join(dir, 'run'));
    await sweepSuites(dir);
    removePostgresHome(dir);
    rmSync(dir, { recursive: true, force: true });
  }
}
