/*
 * `npm test` runs everything on stores of its own, also beside a running `npm start`. `npm test -- <pattern>` runs the Jest
 * and end-to-end files whose path matches, with `-t <title>` only tests of Jest whose title matches. `npm run test:services`
 * and `npm run test:e2e` run one kind. `--repeat=10` runs the suites ten times. Until `prepare` has run, only Node's own
 * modules may be imported.
 */
import { parseArgs } from 'node:util';
import { interruptCommands } from './command.mjs';
import { onEnd } from './ending.mjs';
import { Failure, explain } from './failure.mjs';
import { buildForTests, prepare } from './prepare.mjs';
import { createProgress } from './progress.mjs';
import { failed, total, totalsLine } from './results.mjs';
import { nothingSelected } from './selection.mjs';
import { removeDeadRuns, sweepSuites, testFolder } from './test-runs.mjs';

// A closed output pipe must not leave processes running.
process.stdout.on('error', () => undefined);

const progress = createProgress();
const { positionals: patterns, values } = parsed();
const only = onlyOf(values.only);
const times = Number(values.repeat ?? 1);
const aborted = new AbortController();
const { signal } = aborted;
const dir = testFolder();

/** The arguments. An option that does not exist ends the process. */
function parsed() {
  /** @satisfies {import('node:util').ParseArgsOptionsConfig} */
  const options = { only: { type: 'string' }, repeat: { type: 'string' }, title: { type: 'string', short: 't' } };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
    process.exit(1);
  }
}

/** @param {string | undefined} kind @returns {'services' | 'browsers' | undefined} */
function onlyOf(kind) {
  return kind === 'services' || kind === 'browsers' ? kind : undefined;
}

const refusal =
  Number.isInteger(times) && times > 0
    ? nothingSelected({ patterns, only })
    : '--repeat needs a whole number above zero.';
if (refusal) {
  process.stdout.write(`${refusal}\n`);
  process.exit(1);
}

onEnd(() => {
  aborted.abort(new Failure('Stopped.'));
  interruptCommands('SIGTERM');
});

/** @type {import('./results.mjs').Outcome[]} */
const outcomes = [];

/** An exception of a step counts as one failure; the next step still runs. @param {() => Promise<import('./results.mjs').Outcome[]>} step */
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

/** Jest, then the browsers, on the same stores, as often as asked for. */
async function suites() {
  const { startStores } = await import('./stores.mjs');
  const { endToEnd, jest } = await import('./suites.mjs');
  const stores = await progress.step('Starting the stores', () =>
    startStores({ dir, log: progress.say, signal, flush: false }),
  );
  const scene = { dir, stores, progress, patterns, only, title: values.title, signal };
  try {
    for (let run = 0; run < times; run += 1) {
      await attempt(() => jest(scene));
      await attempt(() => endToEnd(scene));
    }
  } finally {
    await sweepSuites(dir);
    await stores.remove();
  }
  return [];
}

const since = Date.now();
await attempt(async () => {
  const build = () => (patterns.length === 0 && !only ? attempt(checks) : buildForTests(progress, { patterns, only }));
  await prepare(progress, 'npm test', build, signal);
  await removeDeadRuns();
  await attempt(suites);
  return [];
});
if (signal.aborted) outcomes.push(failed('stopped before the end'));
const result = total(outcomes);
progress.say(`\nDone after ${Math.round((Date.now() - since) / 1000)} s.`);
if (result.unstable.length > 0)
  progress.say(
    `Unstable, failed and then passed a second run (find the cause):\n${result.unstable.map((one) => `  - ${one}`).join('\n')}`,
  );
if (result.failures.length > 0) progress.say(`Failed:\n${result.failures.map((one) => `  - ${one}`).join('\n')}`);
process.exitCode = result.failed > 0 ? 1 : 0;
process.stdout.write(`${totalsLine(result)}\n`, () => process.exit());
