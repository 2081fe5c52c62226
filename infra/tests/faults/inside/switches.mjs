import { existsSync, mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The switch of a point at which processes of one service die. @param {string} point @param {string} service */
export const switchOf = (point, service) => `${point}-${service}`;

/** The file that moves the clock of a process. @param {string} folder of the switches @param {string} name of the process */
export const clockOf = (folder, name) => join(folder, `clock-${name}.json`);

/**
 * Switches that the checker and the processes share: a folder in which an existing file means on.
 * @param {string} folder
 */
export function createSwitches(folder) {
  mkdirSync(folder, { recursive: true });
  const file = (/** @type {string} */ name) => join(folder, name);
  return {
    /** @param {string} name */
    on: (name) => writeFileSync(file(name), ''),
    /** @param {string} name */
    off: (name) => rmSync(file(name), { force: true }),
    /** @param {string} name */
    isOn: (name) => existsSync(file(name)),
    /** Takes a switch; only one process succeeds. @param {string} name */
    claim(name) {
      try {
        unlinkSync(file(name));
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** @typedef {ReturnType<typeof createSwitches>} Switches */
