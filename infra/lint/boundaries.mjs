import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** A regular expression for a path, taken literally. @param {string} text */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const TESTS = String.raw`(\.spec\.[cm]?[jt]sx?$|/test/|/e2e/|/playwright\.config\.ts$)`;

/**
 * @typedef {{name: string, folder: string, tags: string[]}} Workspace
 * @typedef {{sourceTag: string, onlyDependOnLibsWithTags: string[], testsAlsoOn?: string[]}} Constraint
 * @typedef {{name: string, comment?: string, severity: 'error', from: object, to: object}} Rule
 */

/** The workspaces with the tags of their package.json. @param {string} root @returns {Workspace[]} */
export function readWorkspaces(root) {
  const patterns = readJson(join(root, 'package.json')).workspaces.map(
    (/** @type {string} */ one) => `${one}/package.json`,
  );
  return globSync(patterns, { cwd: root }).map((file) => {
    const { name, nx } = readJson(join(root, file));
    return { name, folder: dirname(file), tags: nx?.tags ?? [] };
  });
}

/** Rules for imports between workspaces, from `depConstraints` in nx.json: one per workspace and kind of file. @param {Workspace[]} workspaces @param {Constraint[]} constraints @returns {Rule[]} */
export function workspaceRules(workspaces, constraints) {
  return workspaces.flatMap((workspace) => {
    const own = constraints.filter((one) => workspace.tags.includes(one.sourceTag));
    if (own.length === 0)
      throw new Error(`${workspace.name} has no tag that nx.json's depConstraints know: ${workspace.tags.join(', ')}`);
    const code = own.flatMap((one) => one.onlyDependOnLibsWithTags);
    const tests = [...code, ...own.flatMap((one) => one.testsAlsoOn ?? [])];
    /** @param {string[]} tags */
    const forbidden = (tags) =>
      workspaces
        .filter((one) => one !== workspace && !one.tags.some((tag) => tags.includes(tag)))
        .map((one) => `^${literal(one.folder)}/`);
    const from = `^${literal(workspace.folder)}/`;
    /** @type {Rule[]} */
    const rules = [
      {
        name: `${workspace.name} imports only what it may`,
        severity: 'error',
        from: { path: from, pathNot: TESTS },
        to: { path: forbidden(code) },
      },
      {
        name: `tests of ${workspace.name} import only what they may`,
        severity: 'error',
        from: { path: `${from}.*${TESTS}` },
        to: { path: forbidden(tests) },
      },
    ];
    // dependency-cruiser reads a rule without forbidden paths as one that forbids everything.
    return rules.filter((rule) => 'path' in rule.to && Array.isArray(rule.to.path) && rule.to.path.length > 0);
  });
}

/** Rules inside the workspaces. @type {Rule[]} */
export const INNER_RULES = [
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'every import can be found',
    severity: 'error',
    from: { pathNot: String.raw`\.d\.ts$` },
    to: { couldNotResolve: true },
  },
  {
    name: 'a feature imports no feature',
    severity: 'error',
    from: { path: '^frontend/src/features/([^/]+)/' },
    to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
  },
  {
    name: 'a feature does not know the app',
    severity: 'error',
    from: { path: '^frontend/src/features/', pathNot: TESTS },
    to: { path: '^frontend/src/app/' },
  },
  {
    name: 'what is below the screens knows none',
    severity: 'error',
    from: { path: '^frontend/src/(api|sync|platform|observable)/', pathNot: TESTS },
    to: { path: '^frontend/src/(app|features|media|cards|ui)/' },
  },
  {
    name: 'the pieces for media and cards know no feature',
    severity: 'error',
    from: { path: '^frontend/src/(media|cards)/', pathNot: TESTS },
    to: { path: '^frontend/src/(app|features)/' },
  },
  {
    name: 'platform does not know the sync engine',
    severity: 'error',
    from: { path: '^frontend/src/platform/', pathNot: TESTS },
    to: { path: '^frontend/src/sync/' },
  },
  {
    name: 'api knows neither platform nor sync',
    severity: 'error',
    from: { path: '^frontend/src/api/', pathNot: TESTS },
    to: { path: '^frontend/src/(platform|sync)/' },
  },
  {
    name: 'the sync engine is imported through its index',
    severity: 'error',
    // Albums and lists have indexes of their own, which only their pages load. The worker opens the storage of pending
    // messages alone: the index would bring the engine and its store along.
    from: {
      path: '^frontend/src/',
      pathNot: ['^frontend/src/sync/', String.raw`^frontend/src/sw/answers\.ts$`, TESTS],
    },
    to: { path: '^frontend/src/sync/', pathNot: String.raw`^frontend/src/sync/((album|lists)/)?index\.ts$` },
  },
  {
    name: 'ui has no domain',
    severity: 'error',
    from: { path: '^frontend/src/ui/', pathNot: TESTS },
    to: { path: '^frontend/src/(app|features|media|cards|api|sync|platform)/' },
  },
];
