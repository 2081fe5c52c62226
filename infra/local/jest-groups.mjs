import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, shown } from './places.mjs';
import { MOST_BY_CHANCE } from './results.mjs';

/** Folders of packages whose test files may share modules. Those of the frontend change globals of the page. */
const GROUPED = /^(?:libs\/[^/]+|services\/[^/]+|gateway)\//;

/** @param {string} path @returns {string[]} paths of the test files that this file of `groupFiles` loads; none if it is another file */
export const membersOf = (path) =>
  path.endsWith('.spec.cjs')
    ? [...readFileSync(path, 'utf8').matchAll(/require\(("[^"]+")\)/g)].map(([, name = '']) => JSON.parse(name))
    : [];

/** The size of a test file in bytes, or of a group's members: a guess at its duration. @param {string} path @returns {number} */
export const sizeOf = (path) =>
  membersOf(path).reduce((sum, one) => sum + statSync(one).size, 0) || statSync(path).size;

/** A file that cannot be loaded fails as a test of its own, and the others of its group run. @param {string} path */
const loading = (path) => `describe(${JSON.stringify(shown(path))}, () => {
  try {
    require(${JSON.stringify(path)});
  } catch (cause) {
    it('can be loaded', () => Promise.reject(cause));
  }
});
`;

/** Groups of about the same size. A second run repeats the files of one that could not be run. @param {string[]} paths */
function split(paths) {
  /** @type {string[][]} */
  const groups = Array.from({ length: Math.ceil(paths.length / MOST_BY_CHANCE) }, () => []);
  const largestFirst = paths.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  for (const [index, path] of largestFirst.entries()) {
    const place = index % groups.length;
    const backwards = Math.floor(index / groups.length) % 2 === 1;
    groups.at(backwards ? -1 - place : place)?.push(path);
  }
  return groups;
}

/**
 * Writes files that load several test files of a package each. Jest loads all modules anew for every file that it runs: NestJS,
 * TypeORM and the service itself are a third of the CPU time of a service's test file.
 * @param {readonly string[]} files relative to the root of the repository
 * @param {string} dir for the groups; Jest's configuration finds them by the variable JEST_GROUPS
 * @returns {string[]} the files for Jest to run
 */
export function groupFiles(files, dir) {
  const packageOf = (/** @type {string} */ file) => GROUPED.exec(file)?.[0] ?? null;
  return [...new Set(files.map(packageOf))].flatMap((name) => {
    const own = files.filter((file) => packageOf(file) === name);
    if (name === null) return own;
    mkdirSync(join(dir, name), { recursive: true });
    return split(own.map((file) => join(ROOT, file))).map((group, index) => {
      const path = join(dir, name, `${index + 1}.spec.cjs`);
      writeFileSync(path, group.map(loading).join(''));
      return path;
    });
  });
}

/** @typedef {import('./results.mjs').JestReport} JestReport @typedef {import('./results.mjs').JestSuite} JestSuite */

/** The part of a group's results that belongs to one member. @param {JestSuite} group @param {string} path @returns {JestSuite} */
function partOf({ status, assertionResults }, path) {
  const file = shown(path);
  const own = assertionResults
    .filter(({ ancestorTitles }) => ancestorTitles?.[0] === file)
    .map((one) => ({ ...one, fullName: one.fullName?.slice(file.length + 1) }));
  // A group that failed although none of its tests did was not run to its end, and nobody knows because of which file.
  const unclear = status === 'failed' && !assertionResults.some((one) => one.status === 'failed');
  const failed = unclear || own.some((one) => one.status === 'failed');
  return { name: path, status: failed ? 'failed' : 'passed', assertionResults: own };
}

/** A report of groups, as if Jest had run their members one by one. @param {JestReport} report @returns {JestReport} */
export const ungroup = ({ testResults }) => ({
  testResults: testResults.flatMap((suite) => {
    const members = membersOf(suite.name);
    return members.length === 0 ? [suite] : members.map((path) => partOf(suite, path));
  }),
});
