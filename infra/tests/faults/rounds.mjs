import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { buryCapsule } from './capsules.mjs';
import { playChallenge } from './challenges.mjs';
import { writeToClosedApp } from './closed-app.mjs';
import { AGAIN } from './load.mjs';
import { shareFiles } from './media.mjs';
import { liveByTheClock } from './timed.mjs';

/** @typedef {import('./pages.mjs').Page} Device */

/** The number of couples that also use capsules and challenges and share files: rounds make many calls. */
const PLAYING = 4;

/** The pause after a round, in milliseconds. */
const PAUSE = 500;

/**
 * Presses until the result is known, as a client does after a lost answer. A press carries its own idempotency: a `clientId`, or
 * the state that it leads to.
 * @param {Device} device @param {import('./history.mjs').History} history @param {string} path @param {object} [body] @param {string} [method]
 * @returns {Promise<any>} null after a refusal, which is a violation
 */
async function press(device, history, path, body = {}, method = 'POST') {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    const { outcome, status, code, body: answer } = await device.http(method, path, body);
    if (outcome === 'ok') {
      history.succeeded(since);
      return answer;
    }
    if (outcome === 'no' && !AGAIN.has(status)) {
      history.violate('a good press is not refused', `${method} ${path}: ${status} ${code}`);
      return null;
    }
    await delay(Math.min(150 * tries, 1_000));
  }
}

/**
 * The tools of a round.
 * @typedef {object} Tools
 * @property {[Device, Device]} pair
 * @property {import('./history.mjs').History} history
 * @property {import('pg').Pool} tables
 * @property {() => boolean} goesOn false once the load ends
 * @property {(device: Device, path: string, body?: object, method?: string) => Promise<any>} press until the result is known; null if it was refused
 * @property {(act: (device: Device) => Promise<any>) => Promise<any[]>} together everybody acts twice at once
 */

/**
 * Rounds of some couples beside their messages: each buries a capsule together, then plays a challenge. Meanwhile both share files.
 * @param {object} given
 * @param {Device[]} given.devices two of each couple, one after the other
 * @param {import('./history.mjs').History} given.history
 * @param {[Device, Device][]} given.timed couples whose messages have a time
 * @param {import('./closed-app.mjs').ClosedApp} given.closed
 * @param {import('pg').Pool} given.tables
 */
export function createRounds({ devices, timed, closed, history, tables }) {
  let running = false;
  /** @type {Promise<void>[]} */
  let loops = [];
  const goesOn = () => running;

  /** @param {[Device, Device]} pair @returns {Tools} */
  const toolsOf = (pair) => ({
    pair,
    history,
    tables,
    goesOn,
    press: (device, path, body, method) => press(device, history, path, body, method),
    together: (act) => Promise.all([...pair, ...pair].map(act)),
  });

  /** @param {Tools} tools */
  async function live(tools) {
    while (goesOn()) {
      await buryCapsule(tools);
      if (goesOn()) await playChallenge(tools);
      await delay(PAUSE);
    }
  }

  return {
    start() {
      running = true;
      const pairs = Array.from(
        { length: Math.min(PLAYING, devices.length / 2) },
        (_, index) => /** @type {[Device, Device]} */ (devices.slice(2 * index, 2 * index + 2)),
      );
      loops = [
        ...pairs.flatMap((pair) => [live(toolsOf(pair)), shareFiles(pair, history, goesOn)]),
        ...timed.map((pair) => liveByTheClock(toolsOf(pair))),
        writeToClosedApp(toolsOf([closed.author, closed.author]), closed),
      ];
    },
    /** Begins no new presses and waits for pending ones. @param {number} within milliseconds @returns whether all of them ended in time */
    async stop(within) {
      running = false;
      const ended = Promise.all(loops).then(() => true);
      return Promise.race([ended, delay(within, false, { ref: false })]);
    },
  };
}
