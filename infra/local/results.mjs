import { ROOT } from './places.mjs';

/**
 * @typedef {object} Outcome the result of one step of `npm test`
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures names of failed tests, or why the step could not run
 * @property {string[]} skips names of skipped checks with the reason
 * @property {string[]} unstable names of tests that failed once and then passed; they count as passed
 */

/**
 * The fields of a report of `jest --json` that this module reads.
 * @typedef {{name: string, status: string, assertionResults: {status: string, ancestorTitles?: string[], fullName?: string}[]}} JestSuite
 * @typedef {{testResults: JestSuite[]}} JestReport
 *
 * The same for Playwright's JSON report.
 * @typedef {{specs?: {ok: boolean, file: string, title: string, tests: {status: string}[]}[], suites?: PlaywrightSuite[]}} PlaywrightSuite
 * @typedef {{stats: {expected: number, flaky: number, unexpected: number, skipped: number}, suites: PlaywrightSuite[], errors: {message?: string}[]}} PlaywrightReport
 */

/** @type {Outcome} */
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [], unstable: [] };

/** @returns {Outcome} */
export const passed = () => ({ ...NOTHING, passed: 1 });

/** @param {string} why @returns {Outcome} */
export const failed = (why) => ({ ...NOTHING, failed: 1, failures: [why] });

/** @param {string} why @returns {Outcome} */
export const skipped = (why) => ({ ...NOTHING, skipped: 1, skips: [why] });

/** @param {Outcome[]} outcomes @returns {Outcome} */
export function total(outcomes) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((count, one) => count + one[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: outcomes.flatMap((one) => one.failures),
    skips: outcomes.flatMap((one) => one.skips),
    unstable: outcomes.flatMap((one) => one.unstable),
  };
}

/** The last line of `npm test`, with the names of skipped checks and of unstable tests. @param {Outcome} outcome */
export function totalsLine({ passed, failed, skipped, skips, unstable }) {
  const remarks = [...skips, ...unstable.map((one) => `Unstable: ${one}`)];
  return `${passed} passed, ${failed} failed, ${skipped} skipped${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`;
}

/** More failed files than this are no chance. */
export const MOST_BY_CHANCE = 5;

/**
 * The files that a second run decides about: those that failed, or none when too many did.
 * @param {JestReport} report
 */
export function filesToRepeat({ testResults }) {
  const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return files.length > MOST_BY_CHANCE ? [] : files;
}

/** The names of a suite's failures. @param {JestSuite} suite */
function failuresOf({ name, status, assertionResults }) {
  const file = name.replace(`${ROOT}/`, '');
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length > 0) return tests.map(({ fullName }) => `${file}: ${fullName}`);
  if (status !== 'failed') return [];
  return [`${file}: ${assertionResults.length === 0 ? 'could not be run' : 'failed outside of its tests'}`];
}

/**
 * Reads a report of `jest --json`. A suite that failed outside of its tests, or could not be loaded, counts as one failure.
 * @param {JestReport} report
 * @param {JestReport} [second] the report of a second run of the files that failed. A file that passed there counts as passed,
 * and its first failures are unstable.
 * @returns {Outcome}
 */
export function jestOutcome({ testResults }, second = { testResults: [] }) {
  const recovered = new Map(
    second.testResults.filter(({ status }) => status === 'passed').map((one) => [one.name, one]),
  );
  const suites = testResults.map((suite) => recovered.get(suite.name) ?? suite);
  const failures = suites.flatMap(failuresOf);
  const count = (/** @type {string[]} */ ...statuses) =>
    suites.flatMap((suite) => suite.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  return {
    passed: count('passed'),
    failed: failures.length,
    skipped: count('pending', 'todo'),
    failures,
    skips: [],
    unstable: testResults.filter(({ name }) => recovered.has(name)).flatMap(failuresOf),
  };
}

/**
 * Reads a report of Playwright's JSON reporter. A test that passed in its second run counts as passed and is unstable.
 * @param {PlaywrightReport} report
 * @returns {Outcome}
 */
export function playwrightOutcome({ stats, suites, errors }) {
  /** @typedef {NonNullable<PlaywrightSuite['specs']>[number]} Spec */
  /** @param {PlaywrightSuite} suite @returns {Spec[]} */
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  /** @param {(spec: Spec) => boolean} fits */
  const named = (fits) =>
    suites
      .flatMap(specsOf)
      .filter(fits)
      .map(({ file, title }) => `${file}: ${title}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...named(({ ok }) => !ok), ...errors.map((one) => `end to end: ${String(one.message).split('\n')[0]}`)],
    skips: [],
    unstable: named(({ tests }) => tests.some(({ status }) => status === 'flaky')),
  };
}
