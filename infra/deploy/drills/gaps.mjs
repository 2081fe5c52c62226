import { setTimeout as delay } from 'node:timers/promises';

/** A query of each service. Messages are sent all the time anyway. */
const QUERIES = {
  pairing: '/partners/status',
  messaging: '/messages/sync?after=0&limit=1',
  media: 'picture',
  memories: '/capsules',
  challenges: '/challenges',
};

/** Milliseconds between two calls. */
const EVERY = 250;

/**
 * Calls every service again and again, one call at a time for each, and measures how long each goes without an answer.
 * @param {import('./couple.mjs').Couple} couple
 */
export function watchCalls(couple) {
  /** @type {Record<string, {answeredAt: number, longest: number}>} */
  const seen = {};
  const ending = new AbortController();

  /** @param {string} name @param {() => Promise<boolean>} ask @param {number} every */
  async function watch(name, ask, every) {
    const own = (seen[name] = { answeredAt: Date.now(), longest: 0 });
    while (!ending.signal.aborted) {
      if (await ask().catch(() => false)) {
        own.longest = Math.max(own.longest, Date.now() - own.answeredAt);
        own.answeredAt = Date.now();
      }
      await delay(every);
    }
  }

  const watchers = [
    ...Object.entries(QUERIES).map(([name, path]) =>
      watch(name, async () => (await couple.probe(path)) === 'ok', EVERY),
    ),
    // Signing in costs CPU on purpose, and is limited.
    watch('auth', () => couple.signIn().then(() => true), 10 * EVERY),
  ];
  return {
    /** The longest time without an answer of each service since the last call, in milliseconds. Waits for an answer of each. @returns {Promise<Record<string, number>>} */
    async takeGaps() {
      const since = Date.now();
      while (Object.values(seen).some(({ answeredAt }) => answeredAt < since)) await delay(EVERY);
      const gaps = Object.fromEntries(Object.entries(seen).map(([name, { longest }]) => [name, longest]));
      for (const one of Object.values(seen)) one.longest = 0;
      return gaps;
    },
    async stop() {
      ending.abort();
      await Promise.all(watchers);
    },
  };
}
