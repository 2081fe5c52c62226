import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROCESSES } from '../../processes.mjs';
import { mustRun, run } from '../../local/command.mjs';
import { Failure } from '../../local/failure.mjs';
import { compareInstalled } from '../../local/packages.mjs';
import { LOCAL, ROOT } from '../../local/places.mjs';
import { npm, readJson } from '../../local/runtime.mjs';

/**
 * A state of the product that can run.
 * @typedef {{name: string, root: string}} Build `root`: a checkout with built services
 */

/** Earlier states of main, the oldest first. @type {{commit: string, note: string}[]} */
export const STATIONS = JSON.parse(readFileSync(new URL('builds.json', import.meta.url), 'utf8'));

/** The checkout that this run is part of. @type {Build} */
export const PRESENT = { name: 'present', root: ROOT };

/** The workspaces that run in production, without the pages; libraries come first. */
const WORKSPACES = ['contracts', 'service-kit', ...PROCESSES];

/** The folders of all workspaces. @param {string} root */
const workspaceFolders = (root) =>
  /** @type {{workspaces: string[]}} */ (readJson(join(root, 'package.json'))).workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, dirname(pattern))).map((name) => join(dirname(pattern), name))
      : [pattern],
  );

/** @param {string} path @param {string} target */
function link(path, target) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

/**
 * A build lies inside this checkout, so Node also finds the packages of this checkout. It needs links to its own workspaces, and
 * to the packages that npm installed beside a workspace.
 * @param {string} root
 */
function sharePackages(root) {
  for (const folder of workspaceFolders(root)) {
    if (!existsSync(join(root, folder, 'package.json'))) continue;
    link(join(root, 'node_modules', readJson(join(root, folder, 'package.json')).name), join(root, folder));
    const beside = join(ROOT, folder, 'node_modules');
    if (existsSync(beside) && lstatSync(beside).isDirectory()) link(join(root, folder, 'node_modules'), beside);
  }
}

/** @param {string} root @param {string} name */
async function installPackages(root, name) {
  const { lacking } = compareInstalled(join(root, 'package-lock.json'));
  if (lacking.length === 0) return sharePackages(root);
  const [command, args, { env }] = npm(['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  await mustRun(`The packages of build ${name} could not be installed (npm ci, see above).`, command, args, {
    env,
    cwd: root,
  });
}

/** @param {string} commit @param {string} root @param {string} name */
async function make(commit, root, name) {
  mkdirSync(root, { recursive: true });
  const archive = `${root}.tar`;
  const sentence = `The files of build ${name} could not be read from git (see above).`;
  await mustRun(sentence, 'git', ['archive', '--output', archive, commit]);
  await mustRun(sentence, 'tar', ['-x', '-f', archive, '-C', root]);
  rmSync(archive);
  await installPackages(root, name);
  const [command, args, { env }] = npm(['run', 'build', ...WORKSPACES.flatMap((one) => ['-w', `@duet/${one}`])]);
  await mustRun(`Build ${name} failed (see above).`, command, args, { env, cwd: root });
}

/**
 * Builds an earlier state once; later runs find it in `.local/builds`.
 * @param {(typeof STATIONS)[number]} station @param {(line: string) => void} say
 * @returns {Promise<Build | null>} null when this clone lacks the commit
 */
async function bringBuild({ commit }, say) {
  const name = commit.slice(0, 8);
  const root = join(LOCAL, 'builds', commit);
  const build = { name, root };
  if (existsSync(root)) return build;
  if ((await run('git', ['cat-file', '-e', `${commit}^{commit}`])).code !== 0) return null;
  say(`Building ${name}`);
  const unfinished = `${root}.${process.pid}`;
  await make(commit, unfinished, name).catch((/** @type {unknown} */ cause) => {
    rmSync(unfinished, { recursive: true, force: true });
    throw cause;
  });
  renameSync(unfinished, root);
  return build;
}

/**
 * The chain of builds, the oldest first, the present one last.
 * @param {(line: string) => void} say
 * @param {string} [from] the beginning of the commit at which the chain begins; earlier builds are not made
 * @returns {Promise<Build[] | null>} null when this clone lacks the history
 */
export async function bringBuilds(say, from = '') {
  const start = STATIONS.findIndex(({ commit }) => commit.startsWith(from));
  if (start === -1)
    throw new Failure(
      `There is no build ${from}; there are ${STATIONS.map(({ commit }) => commit.slice(0, 8)).join(', ')}.`,
    );
  const builds = [];
  for (const station of STATIONS.slice(start)) {
    const build = await bringBuild(station, say);
    if (!build) {
      say(`Skips upgrades: this clone lacks commit ${station.commit.slice(0, 8)} (git fetch --unshallow brings it)`);
      return null;
    }
    builds.push(build);
  }
  return [...builds, PRESENT];
}
