import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './places.mjs';

/** Files of the repository, new ones included, relative to its root. */
export const trackedFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/**
 * The paths that match one of the patterns; all of them without a pattern.
 * @param {readonly string[]} paths
 * @param {readonly string[]} patterns regular expressions
 */
export const matches = (paths, patterns) =>
  patterns.length === 0
    ? [...paths]
    : paths.filter((path) => patterns.some((pattern) => new RegExp(pattern).test(path)));

/** @param {string} path @param {string} folder directly below a package */
const isIn = (path, folder) =>
  path.split('/').indexOf(folder) === (path.startsWith('libs/') || path.startsWith('services/') ? 2 : 1);

const isSpec = (/** @type {string} */ path) => path.endsWith('.spec.ts') || path.endsWith('.spec.tsx');
const isServer = (/** @type {string} */ path) => ['libs/', 'gateway/', 'services/'].some((one) => path.startsWith(one));

/** `unit` needs no stores, `services` runs on real ones, `browsers` drives the pages. */
const KINDS = {
  unit: (/** @type {string} */ path) =>
    isSpec(path) &&
    ((isServer(path) && isIn(path, 'src')) ||
      (path.startsWith('frontend/') && (isIn(path, 'src') || isIn(path, 'test')))),
  services: (/** @type {string} */ path) =>
    (isServer(path) && isSpec(path) && isIn(path, 'test')) || (path.startsWith('infra/') && path.endsWith('.spec.mjs')),
  browsers: (/** @type {string} */ path) => path.startsWith('frontend/e2e/') && isSpec(path),
};

/** @typedef {keyof typeof KINDS} Kind @typedef {{patterns: readonly string[], only?: Kind}} Selection */

const ALL_KINDS = /** @type {Kind[]} */ (Object.keys(KINDS));

/** @param {Kind} kind @param {readonly string[]} patterns */
export const testFiles = (kind, patterns) => matches(trackedFiles(), patterns).filter(KINDS[kind]);

/** The test files of one kind that a run of `npm test` includes. @param {Kind} kind @param {Selection} selection */
export const selectedFiles = (kind, { patterns, only }) =>
  only === undefined || only === kind ? testFiles(kind, patterns) : [];

/** The sentence for a run whose patterns match no test file; null when one matches. @param {Selection} selection */
export function nothingSelected(selection) {
  if (selection.patterns.length === 0 || ALL_KINDS.some((kind) => selectedFiles(kind, selection).length > 0))
    return null;
  const kind = selection.only === undefined ? '' : ` of ${selection.only}`;
  return `No test file${kind} matches ${selection.patterns.join(' or ')}.`;
}
