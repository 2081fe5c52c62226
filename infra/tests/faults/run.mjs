/*
 * `node infra/tests/faults/run.mjs [--faults a,b] [--controls a,b] [--messages n] [--couples n] [--rate n] [--seed s] [--short]`: breaks the
 * product under load with the faults of infra/tests/faults/faults.mjs, upgrades earlier builds, and checks its promises. Without `--faults` and
 * `--controls` it runs all of both. The product must be built.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '../../local/ending.mjs';
import { LOCAL } from '../../local/places.mjs';
import { PRESENT, bringBuilds } from './builds.mjs';
import { CHAINED, endureStep, stepsOf } from './chain.mjs';
import { CONTROLS, FAULTS, possibleFaults } from './faults.mjs';
import { createRandom } from './random.mjs';
import { HEADING, lineOf, shownViolations } from './report.mjs';
import { openScene } from './scene.mjs';
import { endureControl, endureFault } from './session.mjs';

const { values } = parseArgs({
  options: {
    faults: { type: 'string' },
    controls: { type: 'string' },
    messages: { type: 'string', default: '3000' },
    couples: { type: 'string', default: '25' },
    rate: { type: 'string', default: '4' },
    sample: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});

const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);
const chosen = (
  /** @type {string | undefined} */ list,
  /** @type {string[]} */ all,
  /** @type {string[]} */ otherwise,
) => {
  const names = list === undefined ? otherwise : list.split(',').filter(Boolean);
  const strange = names.find((name) => !all.includes(name));
  if (strange) throw new Error(`There is no ${strange}; there are ${all.join(', ')}.`);
  return names;
};

const isWhole = values.faults === undefined && values.controls === undefined;
const known = [...Object.keys(FAULTS), ...CHAINED];
const faults = chosen(values.faults, known, isWhole ? known : []);
const controls = chosen(values.controls, Object.keys(CONTROLS), isWhole ? Object.keys(CONTROLS) : []);
const { couples, messages, rate, sample, seed } = {
  couples: Number(values.couples),
  messages: Number(values.messages),
  rate: Number(values.rate),
  sample: Number(values.sample),
  seed: Number(values.seed),
};

/** The open scenes, so that a signal can close them. @type {import('./scene.mjs').Scene[]} */
const open = [];
let isStopping = false;
let onVolumes = false;
let opened = 0;

/** @param {boolean} forget */
async function closeAll(forget) {
  for (const scene of open.splice(0)) {
    await scene.close();
    if (forget) await scene.remove();
  }
}

/** A new product for each control, because a control leaves a broken one. @param {import('./builds.mjs').Build} [build] */
async function fresh(build = PRESENT) {
  await closeAll(true);
  const dir = join(LOCAL, `faults-${process.pid}-${(opened += 1)}`);
  const scene = await openScene({ dir, couples, say, root: build.root, onVolumes });
  open.push(scene);
  return scene;
}

/** Leaves no process behind. */
function stop() {
  isStopping = true;
  void closeAll(false).then(() => process.exit(1));
}

onEnd(stop);

process.on('uncaughtException', (cause) => {
  say(String(cause.stack));
  stop();
});

const settings = { random: createRandom(seed), rate, messages, sample, short: values.short };

/** @param {import('./scene.mjs').Scene} scene @param {import('./session.mjs').Finding} finding @returns whether a promise was broken */
function report(scene, finding) {
  say(lineOf(finding));
  if (finding.violations.length === 0) return false;
  say(`${shownViolations(finding)}\n    logs and data are in ${scene.dir}`);
  return true;
}

/** The faults of the present build, all on one product until one of them breaks a promise. @param {string[]} names */
async function endureFaults(names) {
  const total = { acknowledged: 0, failed: 0 };
  let current = await fresh();
  for (const name of names) {
    const finding = await endureFault(current, name, settings);
    total.acknowledged += finding.acknowledged;
    if (!report(current, finding)) continue;
    total.failed += 1;
    // Later faults would report the same violation again. Its logs and tables stay for analysis.
    await closeAll(false);
    current = await fresh();
  }
  return total;
}

/** The way along the builds, on one product; it ends with the first broken promise. @param {import('./builds.mjs').Build[]} builds @param {string[]} names */
async function endureChain(builds, names) {
  const total = { acknowledged: 0, failed: 0 };
  const scene = await fresh(builds[0]);
  for (const step of stepsOf(builds, names)) {
    const finding = await endureStep(scene, step, settings);
    total.acknowledged += finding.acknowledged;
    if (!report(scene, finding)) continue;
    await closeAll(false);
    return { ...total, failed: 1 };
  }
  return total;
}

/** @param {string} name @param {import('./builds.mjs').Build[] | null} builds @returns whether the checker saw the defect */
async function endureBroken(name, builds) {
  const control = CONTROLS[name];
  const scene = await fresh(control.isUpgrade ? builds?.at(-2) : PRESENT);
  const finding = await endureControl(scene, name, control, { ...settings, messages: Math.min(messages, 1_000) });
  const isSeen = finding.violations.some(({ property }) => property === control.breaks);
  say(lineOf(finding));
  say(`  control ${name}: ${isSeen ? 'seen' : `NOT SEEN: expected '${control.breaks}'`}\n${shownViolations(finding)}`);
  return isSeen;
}

async function main() {
  const { names: able, ...needs } = await possibleFaults([...faults, ...controls], say);
  onVolumes = needs.onVolumes;
  const [chain, single] = [able.filter((name) => CHAINED.includes(name)), able.filter((name) => name in FAULTS)];
  const isUpgrade = (/** @type {string} */ name) => CONTROLS[name].isUpgrade === true;
  const builds = chain.length > 0 || controls.some(isUpgrade) ? await bringBuilds(say, values.from) : null;
  say(`Seed ${seed}\n${HEADING}`);
  const totals = [];
  if (single.length > 0) totals.push(await endureFaults(single));
  if (chain.length > 0 && builds) totals.push(await endureChain(builds, chain));
  const [acknowledged, violated] = [
    totals.reduce((sum, total) => sum + total.acknowledged, 0),
    totals.reduce((sum, total) => sum + total.failed, 0),
  ];
  if (totals.length > 0) say(`${acknowledged} messages acknowledged, ${violated} faults with violations`);
  let unseen = 0;
  for (const name of controls.filter((one) => able.includes(one) && (builds || !isUpgrade(one))))
    if (!(await endureBroken(name, builds))) unseen += 1;
  return violated + unseen;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} finally {
  if (!isStopping) await closeAll(process.exitCode === 0);
}
