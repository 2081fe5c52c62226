import { join } from 'node:path';
import { PROCESSES } from '../processes.mjs';
import { mustRun } from './command.mjs';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { installPackages } from './packages.mjs';
import { LOCAL } from './places.mjs';
import { bringRuntime, tool } from './runtime.mjs';
import { selectedFiles } from './selection.mjs';
import { neededTools } from './store-choice.mjs';
import { installTools } from './tools.mjs';

/** The projects that run in production. A build of them also builds their libraries. */
const PRODUCT = [...PROCESSES, 'frontend'].map((name) => `@duet/${name}`);

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Failure(
      `This needs Node 20.19 or newer and runs on ${process.versions.node}: install a newer one from https://nodejs.org.`,
    );
}

/**
 * Installs what a fresh clone lacks: Node 24, the packages and the tools. Then it runs `build`. A lock allows one preparation per checkout at the same time.
 * @param {import('./progress.mjs').Progress} progress
 * @param {string} name of the command, shown to another one that has to wait
 * @param {() => Promise<void>} build
 * @param {AbortSignal} signal
 * @param {NodeJS.ProcessEnv | null} [use] names the stores that exist already; null when none are needed
 */
export async function prepare(progress, name, build, signal, use = {}) {
  requireNode();
  const steps = [
    () => bringRuntime(progress),
    () => installPackages(progress),
    async () => use && installTools(neededTools(use), progress),
    build,
  ];
  const work = async () => {
    for (const step of steps) {
      signal.throwIfAborted();
      await step();
    }
  };
  await withLock(join(LOCAL, 'run', 'prepare.lock'), name, progress.say, work, signal);
}

/** The call of Nx. @param {string[]} args @returns {[string, string[], {env: NodeJS.ProcessEnv}]} */
export function nx(args) {
  // A daemon would outlive this process; a process for each plugin would take longer to load than to work; the terminal interface
  // asks questions.
  const [command, given, { env }] = tool('nx', args);
  return [
    command,
    given,
    { env: { ...env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' } },
  ];
}

/** Builds and bundles all that runs in production. @param {import('./progress.mjs').Progress} progress */
export const buildProduct = (progress) => build(progress, ['build', 'bundle'], PRODUCT);

/** Builds the modules of projects and of the libraries that they use. @param {import('./progress.mjs').Progress} progress @param {string[]} projects */
export const buildModules = (progress, projects) => build(progress, ['build'], projects);

/** @param {import('./progress.mjs').Progress} progress @param {string[]} targets @param {string[]} projects */
async function build(progress, targets, projects) {
  const sentence = 'The build failed: see the errors of the compiler above.';
  await progress.step('Building what changed', () =>
    mustRun(sentence, ...nx(['run-many', '-t', ...targets, '-p', ...projects, '--parallel=2'])),
  );
}

/**
 * Builds what the selected tests start. Jest compiles sources itself, but the stores derive the rights on the bus from built
 * contracts, media runs built programs of its own, and the tests in infra and in the browser start built processes.
 * @param {import('./progress.mjs').Progress} progress @param {import('./selection.mjs').Selection} selection
 */
export function buildForTests(progress, selection) {
  const services = selectedFiles('services', selection);
  if (selectedFiles('browsers', selection).length > 0 || services.some((file) => file.startsWith('infra/')))
    return buildProduct(progress);
  const media = services.some((file) => file.startsWith('services/media/')) ? ['@duet/media'] : [];
  return buildModules(progress, ['@duet/contracts', ...media]);
}
