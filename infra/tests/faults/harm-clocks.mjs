import { rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clockOf } from './inside/switches.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A zone whose clocks change in March and October, at 01:00 UTC of the last Sunday. */
const ZONE = 'Europe/Berlin';

/** The next change of the zone's clocks after an instant. @param {number} from milliseconds since 1970 */
export function nextChange(from) {
  const { timeZoneName, ...parts } = { timeZone: ZONE, timeZoneName: /** @type {const} */ ('longOffset') };
  const offsets = new Intl.DateTimeFormat('en', { ...parts, timeZoneName });
  const offsetAt = (/** @type {number} */ at) =>
    offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  let at = Math.ceil(from / HOUR) * HOUR;
  for (const before = offsetAt(at); offsetAt(at) === before;) at += HOUR;
  return at;
}

/** Replaces the file at once: the process may read it at any time. @param {string} folder of the switches @param {string} name @param {{ahead: number, zone?: string}} clock */
export function setClock(folder, name, clock) {
  const file = clockOf(folder, name);
  writeFileSync(`${file}.new`, JSON.stringify(clock));
  renameSync(`${file}.new`, file);
}

/**
 * The clock of one process after the other is wrong: it jumps while the process runs, the process starts with it, and it jumps
 * back. All other clocks are right. Then the bus restarts: no wrong time that a process remembers may delay it.
 * @param {() => {ahead: number, zone?: string}} clockNow
 */
const wrong =
  (clockNow) =>
  async (/** @type {Scene} */ { product, stores, dir, history, hurting }, /** @type {Tools} */ { short, random }) => {
    const folder = join(dir, 'switches');
    const all = Object.keys(product.processes);
    // The taste moves the replica that acts on due times, and one other.
    const names = short ? ['messaging', random.pick(all.filter((name) => name !== 'messaging'))] : all;
    for (const name of names) {
      history.write({ kind: 'clock', name });
      setClock(folder, name, clockNow());
      await delay(short ? 2_000 : 4_000);
      await hurting([name], () => product.restart(name));
      await delay(short ? 3_000 : 6_000);
      rmSync(clockOf(folder, name));
      await delay(500);
    }
    await hurting(['nats'], () => stores.restart('nats'));
  };

/** Wrong clocks of processes, by the name of the fault. @type {Record<string, import('./faults.mjs').Harm>} */
export const CLOCKS = {
  'clock-ahead': wrong(() => ({ ahead: 10 * MINUTE })),
  'clock-behind': wrong(() => ({ ahead: -10 * MINUTE })),
  'clock-hour-back': wrong(() => ({ ahead: -HOUR })),
  // The change comes three seconds after the jump, while the process runs.
  'clock-dst': wrong(() => ({ ahead: nextChange(Date.now()) - 3_000 - Date.now(), zone: ZONE })),
};
