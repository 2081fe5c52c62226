import { setTimeout as delay } from 'node:timers/promises';
import { checkAll } from './checks.mjs';
import { FAULTS } from './faults.mjs';
import { healsInTime } from './convergence.mjs';
import { createLoad } from './load.mjs';
import { register, wavering } from './people.mjs';
import { createRevoked } from './revoked.mjs';
import { createRounds } from './rounds.mjs';

/**
 * @typedef {import('./scene.mjs').Scene} Scene
 * @typedef {{random: import('./random.mjs').Random, rate: number, messages: number, sample: number, short: boolean}} Settings `messages`: the least number of acknowledged messages per fault
 * @typedef {{name: string, acknowledged: number, lost: number, doubled: number, reordered: number, level: number, outbox: number, slowest: number, retried: number, violations: import('./history.mjs').Violation[]}} Finding
 */

/** The longest time until the result of a send is known, in milliseconds. */
const PATIENCE = 40_000;

/** The longest time of a phase in milliseconds, even without its number of messages. */
const LOAD_WITHIN = 15 * 60_000;

/** @param {() => boolean} condition @param {number} within */
async function waitFor(condition, within) {
  for (const deadline = Date.now() + within; !condition() && Date.now() < deadline; await delay(20));
}

/**
 * Runs one fault under load: some time before, during and after it. Then it checks everything.
 * @param {Scene} scene @param {string} name @param {import('./faults.mjs').Harm} harm @param {Settings} settings @returns {Promise<Finding>}
 */
export async function endure(scene, name, harm, { random, rate, messages, sample, short }) {
  const { history, devices, origin, waverers } = scene;
  const [known, had] = [history.violations.length, history.acknowledged()];
  const done = () => history.acknowledged() - had;
  history.write({ kind: 'fault', name });
  const load = createLoad({ devices, history, random, rate });
  const rounds = createRounds(scene);
  const revoked = await createRevoked(scene, {
    before: await register(origin, 'Gil'),
    during: await register(origin, 'Lea'),
  });
  let wavers = true;
  load.start();
  rounds.start();
  const waverersEnd = wavering(origin, waverers, () => wavers);
  await waitFor(() => done() >= messages / 4, LOAD_WITHIN);
  revoked.begin();
  await harm(scene, { random, load, short });
  history.write({ kind: 'healed', name });
  const [{ level, outbox }] = await Promise.all([healsInTime(scene), revoked.end()]);
  await waitFor(() => done() >= messages, LOAD_WITHIN);
  wavers = false;
  if ((await Promise.all([load.stop(PATIENCE), rounds.stop(PATIENCE)])).includes(false))
    history.violate('every send ends', `some had no answer after ${PATIENCE} ms`);
  await waverersEnd;
  const totals = await checkAll(scene, sample);
  return {
    name,
    acknowledged: done(),
    ...totals,
    level,
    outbox,
    slowest: history.takeSlowest(),
    retried: history.takeRetried(),
    violations: history.violations.slice(known),
  };
}

/** @param {Scene} scene @param {string} name @param {Settings} settings */
export const endureFault = (scene, name, settings) => endure(scene, name, FAULTS[name], settings);

/**
 * Shows that the checker can fail: the same load on a product with one promise broken.
 * @param {Scene} scene @param {string} name @param {import('./faults.mjs').Control} control @param {Settings} settings
 */
export async function endureControl(scene, name, { switches, harm }, settings) {
  for (const one of switches) scene.switches.on(one);
  const finding = await endure(scene, name, harm, settings);
  for (const one of switches) scene.switches.off(one);
  return finding;
}
