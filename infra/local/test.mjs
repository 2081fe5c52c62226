/*
 * `npm test`: everything, on stores of its own, beside a running `npm start`. `npm test -- <pattern>` runs only the Jest
 * and end-to-end files whose path matches. Up to the end of `prepare` only Node's own modules may be imported.
 */
import { interruptCommands } from './command.mjs';
import { onEnd } from './ending.mjs';
import { Failure, explain } from './failure.mjs';
import { prepare } from './prepare.mjs';
import { createProgress } from './progress.mjs';
import { failed, total, totalsLine } from './results.mjs';
import { removeDeadRuns, sweepSuites, testFolder } from './test-runs.mjs';

// A reader of our output that went away is no reason to leave things running.
process.stdout.on('error', () => undefined);

const progress = createProgress();
const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const aborted = new AbortController();
const { signal } = aborted;
const dir = testFolder();

onEnd(() => {
  aborted.abort(new Failure('Stopped.'));
  interruptCommands('SIGTERM');
});

/** @type {import('./results.mjs').Outcome[]} */
const outcomes = [];

/** Whatever a step throws is one failure; the next step runs all the same. @param {() => Promise<import('./results.mjs').Outcome[]>} step */
async function attempt(step) {
  if (signal.aborted) return;
  try {
    outcomes.push(...(await step()));
  } catch (cause) {
    process.stdout.write(`\n${explain(cause)}\n`);
    outcomes.push(failed(explain(cause).split('\n')[0]));
  }
}

async function checks() {
  const { staticChecks } = await import('./checks.mjs');
  return staticChecks(progress);
}

/** Jest, then the browsers, on the same stores. */
async function suites() {
  const { startStores } = await import('./stores.mjs');
  const { endToEnd, jest } = await import('./suites.mjs');
  const stores = await progress.step('Starting the stores', () => startStores({ dir, log: progress.say, signal }));
  const scene = { dir, stores, progress, patterns, signal };
  try {
    await attempt(async () => [await jest(scene)]);
    await attempt(() => endToEnd(scene));
  } finally {
    await sweepSuites(dir);
    await stores.remove();
  }
  return [];
}

const since = Date.now();
await attempt(async () => {
  await prepare(progress, 'npm test', () => (patterns.length === 0 ? attempt(checks) : Promise.resolve()), signal);
  await removeDeadRuns();
  await attempt(suites);
  return [];
});
if (signal.aborted) outcomes.push(failed('stopped before the end'));
const result = total(outcomes);
progress.say(`\nDone after ${Math.round((Date.now() - since) / 1000)} s.`);
if (result.failures.length > 0) progress.say(`Failed:\n${result.failures.map((one) => `  - ${one}`).join('\n')}`);
process.exitCode = result.failed > 0 ? 1 : 0;
process.stdout.write(`${totalsLine(result)}\n`, () => process.exit());
