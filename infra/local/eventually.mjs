import { setTimeout as delay } from 'node:timers/promises';
import { ASSERTION_TIMEOUT } from './test-timeouts.mjs';

/** Between two checks, in milliseconds. */
const PAUSE = 50;

/**
 * Repeats `check` until it does not throw, and returns its result.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} [within] milliseconds
 * @returns {Promise<T>}
 * @throws {Error} the last error of `check`, after `within`
 */
export async function eventually(check, within = ASSERTION_TIMEOUT) {
  const deadline = Date.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (cause) {
      if (Date.now() > deadline)
        throw new Error(`Not within ${within / 1_000} s: ${cause instanceof Error ? cause.message : String(cause)}`, {
          cause,
        });
      await delay(PAUSE);
    }
  }
}

/**
 * Repeats `check` until it is true.
 * @param {string} what for the error: 'the socket receives the text'
 * @param {() => boolean | Promise<boolean>} check
 * @param {number} [within] milliseconds
 */
export const until = (what, check, within) =>
  eventually(async () => {
    if (!(await check())) throw new Error(`${what}: that did not happen`);
  }, within);
