/**
 * @typedef {object} Outcome what one step of `npm test` found
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failures names of what failed, or why the step could not run
 */

/**
 * What is read of a report of `jest --json`.
 * @typedef {{name: string, status: string, assertionResults: {status: string, fullName?: string}[]}} JestSuite
 * @typedef {{testResults: JestSuite[], numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number}} JestReport
 *
 * And of Playwright's.
 * @typedef {{specs?: {ok: boolean, file: string, title: string}[], suites?: PlaywrightSuite[]}} PlaywrightSuite
 * @typedef {{stats: {expected: number, flaky: number, unexpected: number, skipped: number}, suites: PlaywrightSuite[], errors: {message?: string}[]}} PlaywrightReport
 */

/** @returns {Outcome} */
export const passed = () => ({ passed: 1, failed: 0, skipped: 0, failures: [] });

/** @param {string} why @returns {Outcome} */
export const failed = (why) => ({ passed: 0, failed: 1, skipped: 0, failures: [why] });

/** @returns {Outcome} */
export const skipped = () => ({ passed: 0, failed: 0, skipped: 1, failures: [] });

/** @param {Outcome[]} outcomes @returns {Outcome} */
export function total(outcomes) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) => outcomes.reduce((count, one) => count + one[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures: outcomes.flatMap((one) => one.failures) };
}

/** The one line that `npm test` ends with. @param {Outcome} outcome */
export const totalsLine = (outcome) => `${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped`;

/**
 * Reads what `jest --json` wrote. A suite that could not even be loaded has no tests and counts as one failure.
 * @param {JestReport} report
 * @returns {Outcome}
 */
export function jestOutcome(report) {
  const broken = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  const tests = report.testResults.flatMap((suite) => suite.assertionResults.filter((test) => test.status === 'failed').map((test) => `${suite.name}: ${test.fullName}`));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...broken.map((suite) => `${suite.name}: could not be run`), ...tests],
  };
}

/**
 * Reads what Playwright's JSON reporter wrote. A flaky test passed, in the end.
 * @param {PlaywrightReport} report
 * @returns {Outcome}
 */
export function playwrightOutcome({ stats, suites, errors }) {
  /** @param {PlaywrightSuite} suite @returns {string[]} */
  const failing = (suite) => [
    ...(suite.specs ?? []).filter((spec) => !spec.ok).map((spec) => `${spec.file}: ${spec.title}`),
    ...(suite.suites ?? []).flatMap(failing),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failing), ...errors.map((one) => `end to end: ${String(one.message).split('\n')[0]}`)],
  };
}
