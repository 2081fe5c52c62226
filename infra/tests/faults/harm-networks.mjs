import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools */

/** The stores that carry data of the product. */
const STORES = /** @type {const} */ (['postgres', 'nats', 'redis', 's3']);

/** @typedef {(typeof STORES)[number]} Store */

/** How long a fault lasts, in milliseconds. */
const lasts = (/** @type {boolean} */ short) => delay(short ? 5_000 : 20_000);

/** Every answer of a store comes later, for all processes. @param {Store} store @param {number} milliseconds */
const slowed =
  (store, milliseconds) =>
  async (/** @type {Scene} */ { wires }, /** @type {Tools} */ { short }) => {
    wires[store].setLate(milliseconds);
    await lasts(short);
    wires[store].setLate(0);
  };

/** No byte reaches a store or comes back from it, and every connection stays open. @param {Store} store */
const silenced =
  (store) =>
  async (/** @type {Scene} */ { wires }, /** @type {Tools} */ { short }) => {
    wires[store].set('both');
    await lasts(short);
    wires[store].set('pass');
  };

/** A process and its descendants: PostgreSQL has one for each connection, in a session of its own. @param {number} pid @returns {number[]} */
function familyOf(pid) {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const family = [pid];
  for (const member of family) family.push(...pairs.filter(([, parent]) => parent === member).map(([child]) => child));
  return family;
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // A process of a connection may end at any time.
  }
}

/** Suspends a store's processes: the kernel still accepts connections and bytes for them. @param {Store} store */
const suspended =
  (store) =>
  async (/** @type {Scene} */ { stores }, /** @type {Tools} */ { short }) => {
    // The parent first, so that it starts no more.
    const family = familyOf(Number(stores.pids()[store]));
    for (const pid of family) signal(pid, 'SIGSTOP');
    await lasts(short);
    for (const pid of family) signal(pid, 'SIGCONT');
  };

/** Each store slow, silent and frozen, by the name of the fault. @type {Record<string, import('./faults.mjs').Harm>} */
export const NETWORKS = Object.fromEntries(
  STORES.flatMap((store) => [
    [`slow-${store}`, slowed(store, 100)],
    [`slower-${store}`, slowed(store, 600)],
    [`silent-${store}`, silenced(store)],
    [`frozen-${store}`, suspended(store)],
  ]),
);
