import { createHash } from 'node:crypto';

/**
 * The differences between the index of copied objects and one that was uploaded before.
 * @typedef {Record<string, unknown>} Index copies by the names of their objects
 * @typedef {{base: string, entries: Index}} Changes `base`: the hash of the earlier index; `entries`: what is new or other, and null for what is gone
 */

/** @param {Buffer} bytes of an index */
export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** @param {Index} before @param {Index} now @returns {Index} */
export const changedEntries = (before, now) => ({
  ...Object.fromEntries(
    Object.keys(before)
      .filter((name) => !(name in now))
      .map((name) => [name, null]),
  ),
  ...Object.fromEntries(
    Object.entries(now).filter(([name, entry]) => JSON.stringify(entry) !== JSON.stringify(before[name])),
  ),
});

/** @param {Buffer} bytes of an index @param {Changes} changes @returns {Index} without the changes, if they belong to another index */
export function withChanges(bytes, { base, entries }) {
  const index = JSON.parse(bytes.toString());
  if (base !== hashOf(bytes)) return index;
  return Object.fromEntries(Object.entries({ ...index, ...entries }).filter(([, entry]) => entry !== null));
}
