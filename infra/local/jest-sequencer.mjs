import { statSync } from 'node:fs';

/**
 * Suites that take a minute or more, the longest first. A fresh clone has no durations of earlier runs. Without this list one
 * of them could start last, while the other worker is idle.
 */
const LONG = [
  '/infra/tests/faults/silence.spec.mjs',
  '/infra/tests/faults/faults.spec.mjs',
  '/infra/tests/erasure/',
  '/infra/tests/authorisation/',
  '/infra/tests/contract/',
  '/infra/deploy/observability/',
];

/** @param {string} path */
function rank(path) {
  const found = LONG.findIndex((part) => path.includes(part));
  return found === -1 ? LONG.length : found;
}

/** Jest's order of test files: long suites, then the others by size, as a guess at their duration. */
export default class LongestFirst {
  /** @template {{path: string}} T @param {T[]} tests @returns {T[]} */
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return tests.toSorted((a, b) => rank(a.path) - rank(b.path) || (sizes.get(b.path) ?? 0) - (sizes.get(a.path) ?? 0));
  }

  /** @template T @param {T[]} tests @returns {T[]} */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // The order depends on no earlier run.
  }
}
