import { existsSync, mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the checker and the processes share: a folder in which a file's being there means that something is switched on.
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
    /** Whoever gets it has it alone. @param {string} name */
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
