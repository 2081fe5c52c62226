import { downgradedTo, replaceAll, upgradedTo } from './harm-builds.mjs';
import { endure } from './session.mjs';

/**
 * @typedef {import('./builds.mjs').Build} Build
 * @typedef {import('./session.mjs').Finding} Finding
 */

/** The longest time of a client's retries during a change of builds, in seconds. */
const RETRIED_WITHIN = 30;

/** The faults that lead from one build to its neighbour. */
export const CHAINED = ['upgrade', 'downgrade'];

/**
 * The steps along the chain: each neighbour to the next; with `downgrade` also back.
 * @param {Build[]} builds the oldest first @param {string[]} names of the chosen faults
 */
export function stepsOf(builds, names) {
  const isBack = names.includes('downgrade');
  return builds.slice(1).flatMap((next, index) => {
    const last = builds[index];
    const up = { name: `upgrade ${last.name} ${next.name}`, from: last, harm: upgradedTo(next) };
    const down = { name: `downgrade ${next.name} ${last.name}`, from: next, harm: downgradedTo(last) };
    return isBack ? [up, down] : [up];
  });
}

/**
 * One step under load. Before it, the processes and pages that an earlier step left at another build come to the one where this
 * step begins.
 * @param {import('./scene.mjs').Scene} scene @param {ReturnType<typeof stepsOf>[number]} step @param {import('./session.mjs').Settings} settings
 * @returns {Promise<Finding>}
 */
export async function endureStep(scene, { name, from, harm }, settings) {
  await replaceAll(scene, from);
  await Promise.all(scene.devices.map((device) => device.load(from.root)));
  const finding = await endure(scene, name, harm, settings);
  if (finding.retried > RETRIED_WITHIN * 1_000)
    finding.violations.push({
      property: `a retry succeeds within ${RETRIED_WITHIN} s`,
      detail: `a call succeeded after ${Math.round(finding.retried)} ms`,
    });
  return finding;
}
