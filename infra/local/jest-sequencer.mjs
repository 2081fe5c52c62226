import { sizeOf } from './jest-groups.mjs';

/**
 * Suites that take minutes on the product that all suites share. A fresh clone has no durations of earlier runs. Without
 * this list one of them could start last, while the other workers are idle.
 */
const LONG = [
  '/infra/tests/authorisation/',
  '/infra/tests/contract/odd-input.spec.mjs',
  '/infra/tests/privacy/',
  '/infra/tests/contract/',
];

/** Suites that start a whole product of their own, the longest first. */
const OWN_PRODUCT = [
  '/infra/tests/faults/silence.spec.mjs',
  '/infra/tests/faults/faults.spec.mjs',
  '/infra/tests/erasure/',
  '/infra/deploy/observability/observability.spec.mjs',
];

/**
 * Other files between two suites of `OWN_PRODUCT`. Two workers run that many in about the time of one such suite, so that at
 * most two of these products run at once: three of them, starting together, exceed time limits on two busy cores.
 */
const BETWEEN = 8;

/** @param {readonly string[]} parts @param {string} path */
function rank(parts, path) {
  const found = parts.findIndex((part) => path.includes(part));
  return found === -1 ? parts.length : found;
}

/** Jest's order of test files: long suites, then the others by size, as a guess at their duration; between them, suites with a product of their own. */
export default class LongestFirst {
  /** @template {{path: string}} T @param {T[]} tests @returns {T[]} */
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, sizeOf(path)]));
    const sorted = tests.toSorted(
      (a, b) =>
        rank(OWN_PRODUCT, a.path) - rank(OWN_PRODUCT, b.path) ||
        rank(LONG, a.path) - rank(LONG, b.path) ||
        (sizes.get(b.path) ?? 0) - (sizes.get(a.path) ?? 0),
    );
    const heavy = sorted.filter(({ path }) => rank(OWN_PRODUCT, path) < OWN_PRODUCT.length);
    const others = sorted.slice(heavy.length);
    return [...heavy.flatMap((one) => [one, ...others.splice(0, BETWEEN)]), ...others];
  }

  /** @template T @param {T[]} tests @returns {T[]} */
  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {
    // The order depends on no earlier run.
  }
}
