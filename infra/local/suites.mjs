import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from './command.mjs';
import { browserPath } from './browser.mjs';
import { ROOT } from './places.mjs';
import { freePort } from './ports.mjs';
import { MANY_ADDRESSES, OWN_SITES, startProduct } from './product.mjs';
import { failed, jestOutcome, playwrightOutcome } from './results.mjs';
import { readJson, tool } from './runtime.mjs';

/**
 * @typedef {object} Scene
 * @property {string} dir of this test run
 * @property {import('./stores.mjs').Stores} stores
 * @property {import('./progress.mjs').Progress} progress
 * @property {string[]} patterns
 * @property {AbortSignal} signal
 */

/** Runs a test runner with its output on the terminal, then reads its report. @param {string} title @param {string} report @param {(report: any) => import('./results.mjs').Outcome} read @param {Parameters<typeof run>} call */
async function runner(title, report, read, [command, args, options]) {
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const { code } = await run(command, args, { ...options, onOutput: (text) => void process.stdout.write(text) });
  if (!existsSync(report)) return failed(`${title} could not be run`);
  const outcome = read(readJson(report));
  return code === 0 || outcome.failed > 0 ? outcome : { ...outcome, failed: 1, failures: [`${title} ended with exit code ${code}`] };
}

/** Units and services. @param {Scene} scene */
export async function jest({ dir, stores, progress, patterns }) {
  progress.say('\nUnit and service tests');
  const report = join(dir, 'jest.json');
  const suites = join(dir, 'suites');
  mkdirSync(suites, { recursive: true });
  const args = ['--json', `--outputFile=${report}`, '--passWithNoTests', ...patterns];
  const [command, given, { env: base }] = tool('jest', args);
  const env = { ...base, ...stores.env, JEST_STORES_READY: '1', TEST_STORES_DIR: suites, NODE_ENV: 'test', NODE_OPTIONS: '--experimental-vm-modules --no-warnings' };
  return runner('Jest', report, jestOutcome, [command, given, { env }]);
}

/**
 * Tests in which people only talk mostly wait: two of them run at a time. What kills processes, or reads what all the
 * others left behind, is tagged `@alone` and comes afterwards.
 * @type {[string, string[]][]}
 */
const ROUNDS = [
  ['together', ['--workers=2', '--grep-invert=@alone']],
  ['alone', ['--workers=1', '--grep=@alone']],
];

/** Two browsers on the whole product, with two replicas where two must agree. @param {Scene} scene */
export async function endToEnd({ dir, stores, progress, patterns, signal }) {
  const config = join(ROOT, 'frontend', 'playwright.config.ts');
  if (!existsSync(config)) return [failed('end to end: frontend/playwright.config.ts is missing')];
  const files = readdirSync(join(ROOT, 'frontend', 'e2e'), { encoding: 'utf8', recursive: true }).map((file) => `frontend/e2e/${file}`);
  if (patterns.length > 0 && !files.some((file) => file.endsWith('.spec.ts') && patterns.some((pattern) => new RegExp(pattern).test(file)))) return [];
  progress.say('\nEnd-to-end tests');
  /** @type {import('./product.mjs').Product | undefined} */
  let product;
  try {
    const browser = await browserPath(progress);
    product = await startProduct({ stores: stores.env, dir, port: await freePort(), replicas: { realtime: 2, messaging: 2 }, env: { ...MANY_ADDRESSES, ...OWN_SITES }, log: progress.say, step: progress.step, signal });
    const { processes, url } = product;
    const env = {
      ...(browser ? { CHROMIUM_PATH: browser } : {}),
      E2E_URL: url,
      E2E_REALTIME_URL: String(processes.realtime.url),
      E2E_REALTIME_2_URL: String(processes['realtime-2'].url),
      E2E_DATABASE_URL: stores.env.ADMIN_DATABASE_URL ?? '',
      E2E_MAIL: stores.env.MAIL_PAGE ?? '',
      E2E_OWN_SITES: 'yes',
      // `<name>.pid` in it is JSON with the pid, for tests that kill; the supervisor brings the process back.
      E2E_RUN_DIR: join(dir, 'run'),
    };
    const outcomes = [];
    for (const [name, choice] of ROUNDS) {
      const report = join(dir, `playwright-${name}.json`);
      const [command, args, { env: base }] = tool('playwright', ['test', '--config', config, '--reporter=list,json', `--output=test-results/${name}`, '--pass-with-no-tests', ...choice, ...patterns]);
      const options = { env: { ...base, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, cwd: join(ROOT, 'frontend') };
      outcomes.push(await runner(`Playwright, ${name}`, report, playwrightOutcome, [command, args, options]));
    }
    return outcomes;
  } finally {
    await product?.stop();
  }
}
