/*
 * `npm run lint | format | typecheck | test:unit | bench | faults`, each with filters after `--`. Every command prints what it
 * runs and what it skips. Without a filter, `typecheck` and `test:unit` run what a change since `main` affects; `--all` runs
 * everything. Until `prepare` has run, only Node's own modules may be imported.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, interruptCommands, run } from './command.mjs';
import { onEnd } from './ending.mjs';
import { Failure, explain } from './failure.mjs';
import { ROOT } from './places.mjs';
import { buildModules, buildProduct, nx, prepare } from './prepare.mjs';
import { createProgress } from './progress.mjs';
import { nodeBinary, tool } from './runtime.mjs';
import { matches, testFiles, trackedFiles } from './selection.mjs';

const [task = '', ...given] = process.argv.slice(2);
const filters = given.filter((argument) => !argument.startsWith('-'));
const flags = given.filter((argument) => argument.startsWith('-'));
/** `npm run bench` without a name runs these, one after another. */
const SERVER_BENCHMARKS = ['messages', 'calls', 'history', 'rest'];

const progress = createProgress();
const aborted = new AbortController();
onEnd(() => {
  aborted.abort(new Failure('Stopped.'));
  interruptCommands('SIGTERM');
});

/** Runs a command with its output on the terminal. @param {Parameters<typeof run>} call */
async function show([command, args, options]) {
  const { code } = await run(command, args, { ...options, onOutput: (text) => void process.stdout.write(text) });
  if (code !== 0) process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<string[]>} names of projects */
async function projects(args) {
  const { stdout } = await mustRun('Nx could not list the projects (see above).', ...nx(['show', 'projects', ...args]));
  return JSON.parse(stdout).toSorted();
}

/** The projects to run, by filter or by what changed since `main`. */
async function chosenProjects() {
  const all = await projects(['--json']);
  if (filters.length > 0)
    return report(
      all,
      all.filter((name) => filters.some((filter) => name.includes(filter))),
      'filtered',
    );
  const base = (await run('git', ['rev-parse', '--verify', '--quiet', 'main'])).code === 0;
  if (flags.includes('--all') || !base) return report(all, all, base ? '--all' : 'there is no branch main');
  return report(all, await projects(['--affected', '--base=main', '--json']), 'affected since main');
}

/** @param {string[]} all @param {string[]} chosen @param {string} why */
function report(all, chosen, why) {
  const short = (/** @type {string[]} */ names) =>
    names.map((name) => name.replace('@duet/', '')).join(', ') || 'nothing';
  progress.say(`Runs (${why}): ${short(chosen)}`);
  const skipped = all.filter((name) => !chosen.includes(name));
  if (skipped.length > 0) progress.say(`Skips: ${short(skipped)}; --all runs everything`);
  return chosen;
}

async function lint() {
  const { GRAPH_CHECKS, LINT, runChecks } = await import('./checks.mjs');
  if (filters.length === 0) return finish(await runChecks(progress, [LINT, ...GRAPH_CHECKS]));
  const files = matches(trackedFiles(), filters).filter((file) => /\.([cm]?[jt]s|tsx)$/.test(file));
  progress.say(
    `Lints ${files.length} files; skips the checks of the whole workspace: ${GRAPH_CHECKS.map(({ title }) => title.toLowerCase()).join(', ')}`,
  );
  if (files.length > 0) await show(tool('oxlint', files));
}

/** @param {import('./results.mjs').Outcome[]} outcomes */
function finish(outcomes) {
  if (outcomes.some((one) => one.failed > 0)) process.exitCode = 1;
}

async function format() {
  const files = filters.length > 0 ? matches(trackedFiles(), filters) : ['.'];
  const mode = flags.includes('--check') ? '--check' : '--write';
  progress.say(filters.length > 0 ? `Formats ${files.length} files` : 'Formats everything');
  if (files.length > 0)
    await show(
      tool('prettier', [mode, '--log-level', 'warn', '--ignore-unknown', '--no-error-on-unmatched-pattern', ...files]),
    );
}

async function typecheck() {
  const chosen = await chosenProjects();
  if (chosen.length > 0) await show(nx(['run-many', '-t', 'build', 'typecheck', '-p', ...chosen, '--parallel=2']));
}

/** Tests beside the code need no stores: Jest alone, on the sources. A filter is part of a path. */
async function unit() {
  const files = testFiles('unit', filters);
  const chosen =
    filters.length > 0 ? null : new Set((await chosenProjects()).map((name) => name.replace('@duet/', '')));
  const own = chosen ? files.filter((file) => file.split('/').some((part) => chosen.has(part))) : files;
  progress.say(`Runs ${own.length} test files`);
  if (own.length === 0) return;
  const [command, args, { env }] = tool('jest', ['--runTestsByPath', ...own]);
  const options = '--experimental-vm-modules --no-warnings';
  await show([command, args, { env: { ...env, NODE_ENV: 'test', NODE_OPTIONS: options, JEST_STORES_READY: '1' } }]);
}

async function bench() {
  const all = readdirSync(join(ROOT, 'infra', 'bench'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  const [name, ...rest] = given;
  if (!name) return benchServers();
  if (!all.includes(name)) throw new Failure(`Choose a benchmark: npm run bench -- <${all.join(' | ')}> [its options]`);
  await show([nodeBinary(), [join('infra', 'bench', name, 'run.mjs'), ...rest], {}]);
}

/** Measures what the servers cost, and writes the figures where the documents show them. */
async function benchServers() {
  for (const name of SERVER_BENCHMARKS) {
    const json = ['--json', join('docs', 'operations', 'figures', `${name}.json`)];
    await show([nodeBinary(), [join('infra', 'bench', name, 'run.mjs'), ...json], {}]);
  }
}

async function faults() {
  const chosen = filters.length > 0 ? ['--faults', filters.join(',')] : [];
  const programs = { '--input': join('contract', 'input.mjs'), '--long': join('faults', 'long.mjs') };
  const program = Object.entries(programs).find(([flag]) => flags.includes(flag))?.[1] ?? join('faults', 'run.mjs');
  await show([nodeBinary(), [join('infra', 'tests', program), ...chosen, ...flags], {}]);
}

/** The work of each command, and the build that it needs. @type {Record<string, {run: () => Promise<void>, build?: () => Promise<void>, stores?: boolean}>} */
const TASKS = {
  lint: { run: lint, build: () => buildModules(progress, ['@duet/contracts', '@duet/service-kit']) },
  format: { run: format },
  typecheck: { run: typecheck },
  'test:unit': { run: unit },
  bench: { run: bench, stores: true, build: () => buildProduct(progress) },
  faults: { run: faults, stores: true, build: () => buildProduct(progress) },
};

try {
  const chosen = TASKS[task];
  if (!chosen) throw new Failure(`There is no ${task}; there are ${Object.keys(TASKS).join(', ')}.`);
  await prepare(
    progress,
    `npm run ${task}`,
    chosen.build ?? (async () => undefined),
    aborted.signal,
    chosen.stores ? process.env : null,
  );
  await chosen.run();
} catch (cause) {
  process.stderr.write(`${explain(cause)}\n`);
  process.exitCode = 1;
}
process.exit();
