import { join } from 'node:path';
import { mustRun } from './command.mjs';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { installPackages } from './packages.mjs';
import { LOCAL } from './places.mjs';
import { bringRuntime, tool } from './runtime.mjs';
import { neededTools } from './store-choice.mjs';
import { installTools } from './tools.mjs';

/** What runs in production; a build of it also builds the libraries it is made of. */
const PRODUCT = ['auth', 'pairing', 'messaging', 'media', 'realtime', 'gateway', 'frontend'].map((name) => `@duet/${name}`);

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Failure(`This needs Node 20.19 or newer and runs on ${process.versions.node}: install a newer one from https://nodejs.org.`);
}

/**
 * Everything that a fresh clone lacks: Node 24, the packages, the tools, then whatever `build` builds. One at a time in a checkout.
 * @param {import('./progress.mjs').Progress} progress
 * @param {string} name who prepares, for somebody else who has to wait
 * @param {() => Promise<void>} build
 * @param {AbortSignal} signal
 * @param {NodeJS.ProcessEnv} [use] which stores are there already
 */
export async function prepare(progress, name, build, signal, use = {}) {
  requireNode();
  const steps = [
    () => bringRuntime(progress),
    () => installPackages(progress),
    () => installTools(neededTools(use), progress),
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
  // No daemon: it would outlive us. No terminal interface, no questions.
  const [command, given, { env }] = tool('nx', args);
  return [command, given, { env: { ...env, NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true' } }];
}

/** @param {import('./progress.mjs').Progress} progress */
export async function buildProduct(progress) {
  const sentence = 'The build failed: the compiler says above what to mend.';
  await progress.step('Building what changed', () => mustRun(sentence, ...nx(['run-many', '-t', 'build', '-p', ...PRODUCT, '--parallel=2'])));
}
