/**
 * Random numbers from a seed (mulberry32), so that a run can be repeated.
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** In [0, 1). */
    next,
    /** A whole number in [0, below). @param {number} below */
    below: (below) => Math.floor(next() * below),
    /** @param {number} probability */
    chance: (probability) => next() < probability,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

/** @typedef {ReturnType<typeof createRandom>} Random */

/** The same elements in an order of the seed. @template T @param {T[]} list @param {Random} random @returns {T[]} */
export const shuffled = (list, random) =>
  list
    .map((element) => ({ element, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ element }) => element);
