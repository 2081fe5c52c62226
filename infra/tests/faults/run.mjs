/*
 * `node infra/tests/faults/run.mjs [--faults a,b] [--controls a,b] [--messages n] [--couples n] [--rate n] [--seed s] [--short]`: breaks the
 * product under load with the faults of infra/tests/faults/faults.mjs, and checks its promises. Without `--faults` and
 * `--controls` it runs all of both. The product must be built.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEnd } from '../../local/ending.mjs';
import { LOCAL } from '../../local/places.mjs';
import { CONTROLS, FAULTS } from './faults.mjs';
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
const faults = chosen(values.faults, Object.keys(FAULTS), isWhole ? Object.keys(FAULTS) : []);
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
let opened = 0;

/** @param {boolean} forget */
async function closeAll(forget) {
  for (const scene of open.splice(0)) {
    await scene.close();
    if (forget) await scene.remove();
  }
}

/** A new product for each control, because a control leaves a broken one. */
async function fresh() {
  await closeAll(true);
  const scene = await openScene({ dir: join(LOCAL, `faults-${process.pid}-${(opened += 1)}`), couples, say });
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

async function main() {
  let failed = 0;
  let total = 0;
  const random = createRandom(seed);
  const settings = { random, rate, messages, sample, short: values.short };
  say(`Seed ${seed}\n${HEADING}`);
  let current = faults.length > 0 ? await fresh() : null;
  for (const name of faults) {
    if (!current) break;
    const finding = await endureFault(current, name, settings);
    total += finding.acknowledged;
    say(lineOf(finding));
    if (finding.violations.length === 0) continue;
    failed += 1;
    say(shownViolations(finding));
    // Later faults would report the same violation again. Its logs and tables stay for analysis.
    say(`    logs and data are in ${current.dir}`);
    await closeAll(false);
    current = await fresh();
  }
  if (faults.length > 0) say(`${total} messages acknowledged, ${failed} of ${faults.length} faults with violations`);
  for (const name of controls) {
    const finding = await endureControl(await fresh(), name, CONTROLS[name], {
      ...settings,
      messages: Math.min(messages, 1_000),
    });
    const isSeen = finding.violations.some(({ property }) => property === CONTROLS[name].breaks);
    if (!isSeen) failed += 1;
    say(lineOf(finding));
    say(
      `  control ${name}: ${isSeen ? 'seen' : `NOT SEEN: expected '${CONTROLS[name].breaks}'`}\n${shownViolations(finding)}`,
    );
  }
  return failed;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} finally {
  if (!isStopping) await closeAll(process.exitCode === 0);
}
