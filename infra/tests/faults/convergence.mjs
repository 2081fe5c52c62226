import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { countWaiting, ownKey, readCounters, readOwn, readPairs } from './tables.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** The server sends each device the position of its conversation every 15 s; one catch-up after that suffices. */
export const LEVEL_WITHIN = 15_000;
const ANSWER = 1_500;

/** An event that was on its way to a replica without network comes again 15 s after it was sent. */
const REDELIVERED_WITHIN = 15_000;

/** Rows that the relays publish in a second at least, beside the load: a wiped stream takes those of a whole day again, each onto its disk. */
const REFILLED_A_SECOND = 100;

/**
 * Waits until the outboxes are empty. The relays offer a wiped stream the rows of a day again when they notice, so the time allowed
 * follows the most rows that waited at once.
 * @param {Scene} scene @param {Date} [before] leaves later rows out @returns {Promise<number>} milliseconds
 */
async function drains({ tables, history }, before) {
  let most = 0;
  const within = () => LEVEL_WITHIN + (most / REFILLED_A_SECOND) * 1_000;
  const { took, lacks } = await until(async () => {
    const waiting = await countWaiting(tables, before);
    most = Math.max(most, waiting);
    return waiting === 0 ? null : `${waiting} events wait in an outbox`;
  }, within);
  if (lacks) history.violate('the outbox drains in time', `${lacks} after ${Math.round(within())} ms`);
  return took;
}

/** The counters of each conversation, for both and for each person. @param {Scene} scene */
async function counters({ tables, couples }) {
  const chatIds = couples.map(({ chatId }) => chatId);
  return { both: await readCounters(tables, chatIds), own: await readOwn(tables, chatIds) };
}

/** @typedef {Awaited<ReturnType<typeof counters>>} Counters */

/**
 * Waits until a condition holds. @param {() => Promise<string | null>} lacks what is missing, null for nothing
 * @param {number | (() => number)} within milliseconds @returns {Promise<{took: number, lacks: string | null}>}
 */
export async function until(lacks, within) {
  const since = performance.now();
  for (;;) {
    const missing = await lacks().catch((/** @type {Error} */ cause) => cause.message);
    const took = performance.now() - since;
    if (missing === null || took > (typeof within === 'number' ? within : within())) return { took, lacks: missing };
    await delay(100);
  }
}

/** A sentence about the devices that have not reached the counters; null if all have. @param {Scene} scene @param {Counters} target */
function behind({ devices }, { both, own }) {
  const standing = devices.map(({ person, state, couple, isOnline }) => {
    const [rev, ownRev] = [both.get(couple.chatId)?.rev ?? 0, own.get(ownKey(couple.chatId, person.id))?.ownRev ?? 0];
    const {
      upTo,
      own: { upTo: ownUpTo },
    } = state();
    return {
      isLevel: isOnline() && upTo >= rev && (ownUpTo ?? -1) >= ownRev,
      shown: `${person.id} ${isOnline() ? '' : 'offline '}at ${upTo} of ${rev}, own ${ownUpTo} of ${ownRev}`,
    };
  });
  const late = standing.filter(({ isLevel }) => !isLevel);
  if (late.length === 0) return null;
  const shown = late.slice(0, 3).map((one) => one.shown);
  return `${late.length} of ${devices.length} devices are behind: ${shown.join('; ')}`;
}

/**
 * Right after the fault, under load: every client reaches the state of that moment, and every earlier outbox row is in the
 * stream.
 * @param {Scene} scene @returns {Promise<{level: number, outbox: number}>} milliseconds
 */
export async function healsInTime(scene) {
  const { tables, history } = scene;
  const target = await counters(scene);
  const { rows } = await tables.query('SELECT now() AS now');
  const [level, outbox] = await Promise.all([
    until(async () => behind(scene, target), LEVEL_WITHIN + ANSWER),
    drains(scene, rows[0].now),
  ]);
  if (level.lacks) history.violate('clients converge within 15 s', level.lacks);
  return { level: level.took, outbox };
}

/** After the load: pairing and messaging know the same couples. @param {Scene} scene */
export async function couplesAgree({ tables, history }) {
  const { lacks } = await until(async () => {
    const { pairing, messaging } = await readPairs(tables);
    return JSON.stringify(pairing) === JSON.stringify(messaging)
      ? null
      : 'pairing and messaging know different couples';
  }, REDELIVERED_WITHIN + ANSWER);
  if (lacks) history.violate('partner(a)=b iff partner(b)=a', lacks);
}

/** After the load: every client equals the database and every outbox is empty. @param {Scene} scene */
export async function settles(scene) {
  const { history } = scene;
  const level = await until(async () => behind(scene, await counters(scene)), LEVEL_WITHIN + ANSWER);
  await drains(scene);
  if (level.lacks) history.violate('clients converge within 15 s', level.lacks);
}
