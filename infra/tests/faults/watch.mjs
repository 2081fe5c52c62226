import { setTimeout as delay } from 'node:timers/promises';

const EVERY = 1_000;
const PATIENCE = 5_000;

/**
 * Checks every process once a second and reads the supervisors' messages: only processes that the
 * current fault hits may end or stop answering.
 * @param {import('./history.mjs').History} history
 */
export function createWatch(history) {
  /** Processes that the current fault hits. @type {Set<string>} */
  const victims = new Set();
  /** The time at which the fault released a process. @type {Map<string, number>} */
  const healedAt = new Map();
  let stopped = false;
  /** @type {Promise<void>[]} */
  const loops = [];

  /** @param {string} name @param {string} url */
  async function look(name, url) {
    const since = Date.now();
    const isWell = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(PATIENCE) }).then(
      (answer) => answer.status === 200,
      () => false,
    );
    return isWell || victims.has(name) || (healedAt.get(name) ?? 0) >= since || stopped;
  }

  const goesOn = () => !stopped;

  /** @param {string} name @param {string} url */
  async function follow(name, url) {
    while (goesOn()) {
      // A check may begin before a fault and end after it.
      if (!(await look(name, url))) history.violate('/livez answers 200 throughout', `${name} did not`);
      await delay(EVERY);
    }
  }

  return {
    /** @param {Record<string, {opsUrl: string}>} processes */
    start(processes) {
      for (const [name, { opsUrl }] of Object.entries(processes)) loops.push(follow(name, opsUrl));
    },
    /** A line of a supervisor. @param {string} line */
    readLine(line) {
      const name = /^(\S+) ended /.exec(line)?.[1];
      if (name && !victims.has(name)) history.violate('only the injected fault ends processes', line);
    },
    /** @param {string} name */
    hurt: (name) => void victims.add(name),
    /** @param {string} name */
    healed(name) {
      healedAt.set(name, Date.now());
      victims.delete(name);
    },
    async stop() {
      stopped = true;
      await Promise.all(loops);
    },
  };
}

/** @typedef {ReturnType<typeof createWatch>} Watch */
