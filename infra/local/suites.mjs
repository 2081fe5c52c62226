import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './command.mjs';
import { browserVariables } from './browser.mjs';
import { explain } from './failure.mjs';
import { groupFiles, ungroup } from './jest-groups.mjs';
import { ROOT } from './places.mjs';
import { freePort } from './ports.mjs';
import { hostProduct } from './product-host.mjs';
import { MANY_ADDRESSES, OWN_SITES, startProduct } from './product.mjs';
import { failed, filesToRepeat, jestOutcome, playwrightOutcome } from './results.mjs';
import { readJson, tool } from './runtime.mjs';
import { selectedFiles } from './selection.mjs';
import { startStores } from './stores.mjs';

const PLAYWRIGHT_CONFIG = join(ROOT, 'frontend', 'playwright.config.ts');

/**
 * @typedef {object} Scene
 * @property {string} dir of this test run
 * @property {import('./stores.mjs').Stores} stores
 * @property {import('./progress.mjs').Progress} progress
 * @property {string[]} patterns
 * @property {'services' | 'browsers'} [only] one kind of tests
 * @property {string} [title] pattern of the titles of Jest's tests
 * @property {AbortSignal} signal
 */

/**
 * Runs a test runner with its output on the terminal, then reads its report.
 * @param {string} path of the report
 * @param {Parameters<typeof run>} call
 * @returns {Promise<{code: number, report: any}>} no report when the runner could not be run
 */
async function reported(path, [command, args, options]) {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  const { code } = await run(command, args, { ...options, onOutput: (text) => void process.stdout.write(text) });
  return { code, report: existsSync(path) ? readJson(path) : null };
}

/** A runner that failed without a failed test is a failure itself. @param {string} title @param {number} code @param {import('./results.mjs').Outcome} outcome */
const judged = (title, code, outcome) =>
  code === 0 || outcome.failed > 0
    ? outcome
    : { ...outcome, failed: 1, failures: [`${title} ended with exit code ${code}`] };

/** Unit and service tests. @param {Scene} scene */
export async function jest({ dir, stores, progress, patterns, only, title, signal }) {
  const files = [...selectedFiles('unit', { patterns, only }), ...selectedFiles('services', { patterns, only })];
  if (files.length === 0) return [];
  progress.say('\nUnit and service tests');
  const suites = join(dir, 'suites');
  const groups = join(dir, 'groups');
  for (const folder of [suites, groups]) mkdirSync(folder, { recursive: true });
  // A chosen file runs as itself: its titles match `-t`, and Jest names it.
  const paths = patterns.length === 0 && !title ? groupFiles(files, groups) : files;
  const product = await hostProduct({ dir, stores, log: progress.say, signal });
  const env = {
    ...stores.env,
    JEST_STORES_READY: '1',
    JEST_GROUPS: groups,
    TEST_PRODUCT: product.address,
    TEST_STORES_DIR: suites,
    NODE_ENV: 'test',
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
  };
  /** @param {string} name of the report @param {string[]} more arguments */
  const runJest = async (name, more) => {
    const report = join(dir, `${name}.json`);
    const args = ['--json', `--outputFile=${report}`, ...(title ? [`--testNamePattern=${title}`] : []), ...more];
    const [command, given, { env: base }] = tool('jest', args);
    const ended = await reported(report, [command, given, { env: { ...base, ...env } }]);
    return { ...ended, report: ended.report && ungroup(ended.report) };
  };
  try {
    const first = await runJest('jest', ['--runTestsByPath', ...paths]);
    if (!first.report) return [failed('Jest could not be run')];
    const again = signal.aborted ? [] : filesToRepeat(first.report);
    if (again.length === 0) return [judged('Jest', first.code, jestOutcome(first.report))];
    progress.say(`\nFiles that failed run once more, alone: ${again.length}`);
    const second = await runJest('jest-second', ['--maxWorkers=1', '--runTestsByPath', ...again]);
    return [judged('Jest', second.code, jestOutcome(first.report, second.report ?? undefined))];
  } finally {
    await product.stop();
  }
}

/**
 * @typedef {object} Round one run of Playwright
 * @property {string} name
 * @property {string[]} choice of tests
 */

/**
 * Browser tests wait half of the time, so three run in parallel on two cores. One that reads the logs of all others follows on the same product.
 * @type {Round[]}
 */
const TOGETHER = [
  { name: 'together', choice: ['--project=product', '--workers=3', '--grep-invert=@alone'] },
  { name: 'logs', choice: ['--project=teardown', '--workers=1'] },
];

/** Tests that kill processes or move the clock are tagged `@alone`. They run one by one on a product of their own, beside the others. @type {Round[]} */
const ALONE = [{ name: 'alone', choice: ['--project=product', '--workers=1', '--grep=@alone'] }];

/** @param {string} file */
const hasTestsAlone = (file) => readFileSync(join(ROOT, file), 'utf8').includes("tag: '@alone'");

/** Browser tests on the whole product, with two replicas of messaging and of realtime. @param {Scene} scene */
export async function endToEnd(scene) {
  const { dir, progress, patterns, only, signal } = scene;
  if (!existsSync(PLAYWRIGHT_CONFIG)) return [failed('end to end: frontend/playwright.config.ts is missing')];
  const files = selectedFiles('browsers', { patterns, only });
  if (files.length === 0) return [];
  progress.say('\nEnd-to-end tests');
  const browser = await browserVariables(progress);
  const together = browserRounds({ ...scene, files, browser, rounds: TOGETHER });
  const alone = files.some(hasTestsAlone)
    ? withOwnStores({ dir: join(dir, 'suites', 'alone'), log: progress.say, signal }, (own) =>
        browserRounds({ ...scene, dir: join(dir, 'suites', 'alone'), files, stores: own, browser, rounds: ALONE }),
      )
    : Promise.resolve([]);
  // Both end before the stores go, also when one of them fails.
  const ended = await Promise.allSettled([together, alone]);
  return ended.flatMap((one) => (one.status === 'fulfilled' ? one.value : [failed(explain(one.reason))]));
}

/** @template T @param {{dir: string, log: (line: string) => void, signal: AbortSignal}} where @param {(stores: import('./stores.mjs').Stores) => Promise<T>} work */
async function withOwnStores(where, work) {
  mkdirSync(where.dir, { recursive: true });
  const stores = await startStores({ ...where, flush: false });
  try {
    return await work(stores);
  } finally {
    await stores.remove();
  }
}

/** Starts a product and runs rounds of browser tests on it. @param {Scene & {files: string[], browser: Record<string, string>, rounds: Round[]}} options */
async function browserRounds({ dir, files, stores, browser, rounds, progress, signal }) {
  const clock = join(dir, 'clock');
  writeFileSync(clock, '0');
  const product = await startProduct({
    stores: stores.env,
    dir,
    port: await freePort(),
    replicas: { realtime: 2, messaging: 2 },
    env: { ...MANY_ADDRESSES, ...OWN_SITES, DUET_TEST_CLOCK: clock },
    log: progress.say,
    signal,
  });
  try {
    const env = {
      ...browser,
      E2E_URL: product.url,
      E2E_REALTIME_2_URL: String(product.processes['realtime-2'].url),
      E2E_DATABASE_URL: stores.env.ADMIN_DATABASE_URL ?? '',
      E2E_MAIL: stores.env.MAIL_PAGE ?? '',
      E2E_OWN_SITES: 'yes',
      E2E_CLOCK: clock,
      // Its `<name>.pid` files are JSON with the pid, for tests that kill. The supervisor restarts the process.
      E2E_RUN_DIR: join(dir, 'run'),
    };
    const outcomes = [];
    for (const round of rounds) outcomes.push(await browserRound(round, { dir, env, files }));
    return outcomes;
  } finally {
    await product.stop();
  }
}

/** @param {Round} round @param {{dir: string, env: Record<string, string>, files: string[]}} options */
async function browserRound({ name, choice }, { dir, env, files }) {
  const report = join(dir, `playwright-${name}.json`);
  const [command, args, { env: base }] = tool('playwright', [
    'test',
    '--config',
    PLAYWRIGHT_CONFIG,
    '--reporter=list,json',
    `--output=test-results/${name}`,
    '--pass-with-no-tests',
    ...choice,
    ...files,
  ]);
  const options = { env: { ...base, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, cwd: join(ROOT, 'frontend') };
  const { code, report: read } = await reported(report, [command, args, options]);
  const title = `Playwright, ${name}`;
  return read ? judged(title, code, playwrightOutcome(read)) : failed(`${title} could not be run`);
}
