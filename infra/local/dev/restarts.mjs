import { readFileSync, statSync } from 'node:fs';
import { explain } from '../failure.mjs';

/** @param {string} path */
const size = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The last lines that a process wrote since its log had this size. @param {string} log @param {number} from */
const tail = (log, from) =>
  readFileSync(log).subarray(from).toString('utf8').trimEnd().split('\n').slice(-25).join('\n');

/**
 * Restarts processes whose sources changed. A change during a restart begins it again; a process that does not start stays
 * down until the next change.
 * @param {object} options
 * @param {(name: string) => Promise<void>} options.restart stops and starts a process and waits until it is ready
 * @param {(name: string) => Promise<void>} options.down stops it, also while it is starting
 * @param {ReturnType<typeof import('./spares.mjs').createSpares>} options.spares
 * @param {(name: string) => string} options.logOf
 * @param {(line: string) => void} options.say
 */
export function createRestarts({ restart, down, spares, logOf, say }) {
  /** Processes that restart, and whether they have to begin again. @type {Map<string, {again: boolean}>} */
  const running = new Map();

  /** @param {string} name @param {string} why */
  async function once(name, why) {
    const since = performance.now();
    const from = size(logOf(name));
    try {
      // While the running process ends, the spare one loads the changed sources.
      spares.load(name);
      await restart(name);
      say(`${name} restarted in ${((performance.now() - since) / 1000).toFixed(1)} s (${why})`);
    } catch (cause) {
      if (running.get(name)?.again) return;
      say(`${name} does not start (${explain(cause).split('\n')[0]}); the next change starts it again:`);
      say(tail(logOf(name), from));
    }
  }

  /** @param {string} name @param {string} why what changed, for the message */
  async function request(name, why) {
    const current = running.get(name);
    if (current) {
      current.again = true;
      spares.discard(name);
      return down(name);
    }
    const state = { again: true };
    running.set(name, state);
    try {
      while (state.again) {
        state.again = false;
        await once(name, why);
      }
    } finally {
      running.delete(name);
      spares.reserve(name, logOf(name));
    }
  }

  return { request };
}
