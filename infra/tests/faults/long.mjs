/*
 * `npm run faults -- --long [--seed s] [--until n] [--cuts n] [--state file] …`: injects all faults round after round, in orders of
 * the seed, until so many messages are acknowledged and so much power was cut. It saves what it has done after each fault; the
 * same command goes on from there. The product must be built.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { onEnd } from '../../local/ending.mjs';
import { Failure, explain } from '../../local/failure.mjs';
import { LOCAL, shown } from '../../local/places.mjs';
import { FAULTS, possibleFaults } from './faults.mjs';
import { newState, nextFault, readState, saveState, withFinding } from './long-state.mjs';
import { createRandom } from './random.mjs';
import { HEADING, lineOf, shownViolations } from './report.mjs';
import { openScene } from './scene.mjs';
import { endureFault } from './session.mjs';

const { values } = parseArgs({
  options: {
    long: { type: 'boolean' },
    faults: { type: 'string' },
    state: { type: 'string', default: join(LOCAL, 'faults-long.json') },
    until: { type: 'string', default: '1000000' },
    cuts: { type: 'string', default: '100' },
    messages: { type: 'string', default: '3000' },
    couples: { type: 'string', default: '25' },
    rate: { type: 'string', default: '4' },
    sample: { type: 'string', default: '3' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});

/** A product takes so many faults: the checks read every message that it has. */
const FAULTS_OF_A_SCENE = 10;

const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
const settings = {
  rate: Number(values.rate),
  messages: Number(values.messages),
  sample: Number(values.sample),
  short: values.short,
};

/** The product, from the beginning of its start. @type {Promise<import('./scene.mjs').Scene> | null} */
let scene = null;
let opened = 0;
let isStopping = false;

/** @param {boolean} forget */
async function closeScene(forget) {
  // One that does not open closes what it has started.
  const closing = await scene?.catch(() => null);
  scene = null;
  await closing?.close();
  if (forget) await closing?.remove();
}

onEnd(() => {
  isStopping = true;
  say('Stops; the same command goes on from the last finished fault.');
  void closeScene(true).then(() => process.exit(1));
});

/** The state of an earlier run that was stopped, or a new one. */
async function beginning() {
  const known = readState(values.state);
  if (known && values.seed !== undefined && Number(values.seed) !== known.seed)
    throw new Failure(`${shown(values.state)} is of seed ${known.seed}: name another file by --state.`);
  const wanted = known?.names ?? values.faults?.split(',') ?? Object.keys(FAULTS);
  const { names, onVolumes } = await possibleFaults(wanted, say);
  if (names.length === 0 || names.some((name) => !(name in FAULTS)))
    throw new Failure(`There are ${Object.keys(FAULTS).join(', ')}.`);
  if (Number(values.cuts) > 0 && !names.some((name) => name.startsWith('cut-')))
    throw new Failure('No power can be cut here; --cuts=0 does without.');
  const state = known ?? newState(Number(values.seed ?? Date.now() % 1_000_000), names);
  return { state: { ...state, names }, onVolumes };
}

/** One fault of the run. If the run itself breaks, for example because a store does not start again, that is a violation. @param {string} name @param {import('./scene.mjs').Scene} on @param {number} seed */
async function endureNext(name, on, seed) {
  try {
    return await endureFault(on, name, { ...settings, random: createRandom(seed) });
  } catch (cause) {
    const nothing = { acknowledged: 0, lost: 0, doubled: 0, reordered: 0, level: 0, outbox: 0, slowest: 0, retried: 0 };
    return { name, ...nothing, violations: [{ property: 'the product recovers', detail: explain(cause) }] };
  }
}

async function main() {
  const begun = await beginning();
  let { state } = begun;
  const isOver = () => state.acknowledged >= Number(values.until) && state.cuts >= Number(values.cuts);
  say(`Seed ${state.seed}: ${state.done} faults and ${state.acknowledged} messages are done\n${HEADING}`);
  while (!isOver()) {
    const since = performance.now();
    scene ??= openScene({
      dir: join(LOCAL, `faults-${process.pid}-${(opened += 1)}`),
      couples: Number(values.couples),
      say,
      onVolumes: begun.onVolumes,
    });
    const current = await scene;
    if (isStopping) return 1;
    const { dir, volumes } = current;
    const before = volumes?.cuts() ?? 0;
    const finding = await endureNext(nextFault(state), current, state.seed + state.done);
    if (isStopping) return 1;
    const [cuts, seconds] = [(volumes?.cuts() ?? 0) - before, (performance.now() - since) / 1_000];
    state = withFinding(state, finding, { cuts, seconds, dir });
    saveState(values.state, state);
    say(lineOf(finding));
    const isBroken = finding.violations.length > 0;
    if (isBroken) say(`${shownViolations(finding)}\n    logs and data are in ${dir}`);
    if (isBroken || state.done % FAULTS_OF_A_SCENE === 0) await closeScene(!isBroken);
  }
  say(
    `${state.acknowledged} messages acknowledged, ${state.cuts} power cuts, ${state.violations.length} violations; the report is ${shown(values.state)}`,
  );
  return state.violations.length;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} finally {
  if (!isStopping) await closeScene(process.exitCode === 0);
}
