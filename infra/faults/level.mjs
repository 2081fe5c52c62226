import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { countWaiting, readCounters } from './tables.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** The server tells every device every 15 s how far its conversation is; after that one question is enough. */
export const LEVEL_WITHIN = 15_000;
const ANSWER = 1_500;

/** @param {Scene} scene */
const counters = ({ tables, couples }) => readCounters(tables, couples.map(({ chatId }) => chatId));

/**
 * Waits until a condition holds. @param {() => Promise<string | null>} lacks what is missing, null for nothing
 * @param {number} within @returns {Promise<{took: number, lacks: string | null}>}
 */
async function until(lacks, within) {
  const since = performance.now();
  for (;;) {
    const missing = await lacks().catch((/** @type {Error} */ cause) => cause.message);
    const took = performance.now() - since;
    if (missing === null || took > within) return { took, lacks: missing };
    await delay(100);
  }
}

/** Who is not where the counters are. @param {Scene} scene @param {Map<string, {rev: number}>} target */
function behind({ devices }, target) {
  const late = devices.filter(({ state, couple, isOnline }) => !isOnline() || state().upTo < (target.get(couple.chatId)?.rev ?? 0));
  if (late.length === 0) return null;
  const shown = late.slice(0, 3).map(({ person, state, couple, isOnline }) => `${person.id} ${isOnline() ? '' : 'offline '}at ${state().upTo} of ${target.get(couple.chatId)?.rev}`);
  return `${late.length} of ${devices.length} devices are behind: ${shown.join('; ')}`;
}

/**
 * Right after the heal, with the load still on: everybody reaches what was there at that moment, and every fact that was
 * told before it is in the stream.
 * @param {Scene} scene @returns {Promise<{level: number, outbox: number}>} milliseconds
 */
export async function healsInTime(scene) {
  const { tables, history } = scene;
  const target = await counters(scene);
  const { rows } = await tables.query('SELECT now() AS now');
  const [level, outbox] = await Promise.all([
    until(async () => behind(scene, target), LEVEL_WITHIN + ANSWER),
    until(async () => ((await countWaiting(tables, rows[0].now)) === 0 ? null : 'facts wait in an outbox'), LEVEL_WITHIN),
  ]);
  if (level.lacks) history.violate('level within 15 s of the heal', level.lacks);
  if (outbox.lacks) history.violate('outbox empty within 15 s', outbox.lacks);
  return { level: level.took, outbox: outbox.took };
}

/** When nobody sends any more: everybody exactly where the database is, and nothing left to tell. @param {Scene} scene */
export async function settles(scene) {
  const { tables, history } = scene;
  const level = await until(async () => behind(scene, await counters(scene)), LEVEL_WITHIN + ANSWER);
  const outbox = await until(async () => ((await countWaiting(tables)) === 0 ? null : 'facts wait in an outbox'), LEVEL_WITHIN);
  if (level.lacks) history.violate('level within 15 s of the heal', level.lacks);
  if (outbox.lacks) history.violate('outbox empty within 15 s', outbox.lacks);
}
