/*
 * `npm test`: everything, on stores of its own, beside a running `npm start`. `npm test -- <pattern>` runs only the Jest
 * and end-to-end files whose path matches. Up to the end of `prepare` only Node's own modules may be imported.
 */
import { interruptCommands } from './command.mjs';
import { Failure, explain } from './failure.mjs';
import { prepare } from './prepare.mjs';
import { sweep } from './processes.mjs';
import { createProgress } from './progress.mjs';
import { failed, total, totalsLine } from './results.mjs';
import { removeDeadRuns, sweepSuites, testFolder } from './test-runs.mjs';

const progress = createProgress();
const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const aborted = new AbortController();
const { signal } = aborted;
const dir = testFolder();

for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(name, () => {
    if (signal.aborted) return;
    aborted.abort(new Failure('Stopped.'));
    interruptCommands('SIGTERM');
  });
}

/** @returns {Promise<import('./results.mjs').Outcome[]>} */
async function everything() {
  /** @type {import('./results.mjs').Outcome[]} */
  const outcomes = [];
  await prepare(progress, 'npm test', async () => {
    if (patterns.length > 0) return;
    const { staticChecks } = await import('./checks.mjs');
    outcomes.push(...(await staticChecks(progress)));
  }, signal);
  await removeDeadRuns();
  const { startStores } = await import('./stores.mjs');
  const { endToEnd, jest } = await import('./suites.mjs');
  const stores = await progress.step('Starting the stores', () => startStores({ dir, log: progress.say, signal }));
  const scene = { dir, stores, progress, patterns, signal };
  try {
    for (const suite of [jest, endToEnd]) {
      signal.throwIfAborted();
      const outcome = await suite(scene);
      if (outcome) outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await sweepSuites(dir);
    await stores.remove();
  }
}

const since = Date.now();
const result = total(
  await everything().catch(async (cause) => {
    await sweep(`${dir}/run`);
    process.stdout.write(`\n${explain(cause)}\n`);
    return [failed(explain(cause).split('\n')[0])];
  }),
);
progress.say(`\nDone after ${Math.round((Date.now() - since) / 1000)} s.`);
if (result.failures.length > 0) progress.say(`Failed:\n${result.failures.map((one) => `  - ${one}`).join('\n')}`);
process.exitCode = result.failed > 0 || signal.aborted ? 1 : 0;
process.stdout.write(`${totalsLine(result)}\n`, () => process.exit());
