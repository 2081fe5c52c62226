import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks, in milliseconds. */
const PAUSE = 50;

/**
 * Looks until the answer is right: returns what `check` returns once it does not throw.
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} [within] milliseconds
 * @returns {Promise<T>}
 * @throws {Error} its last complaint, and how long it was waited for
 */
export async function eventually(check, within = 15_000) {
  const deadline = Date.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (cause) {
      if (Date.now() > deadline) throw new Error(`Not within ${within / 1_000} s: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      await delay(PAUSE);
    }
  }
}

/**
 * Looks until it is so.
 * @param {string} what is waited for: 'the socket hears the text'
 * @param {() => boolean | Promise<boolean>} check
 * @param {number} [within] milliseconds
 */
export const until = (what, check, within) =>
  eventually(async () => {
    if (!(await check())) throw new Error(`${what}: that never came to be`);
  }, within);
