import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { readCapsules } from './tables.mjs';
import { CLOCKS_AGREE } from './timed.mjs';

/** @typedef {import('./rounds.mjs').Tools} Tools @typedef {import('./scene.mjs').Scene} Scene */

/**
 * A capsule as its couple knows it from acknowledgements.
 * @typedef {object} BuriedCapsule
 * @property {string} id
 * @property {{id: string, clientId: string, text: string}[]} contributions
 * @property {number} version each press that counts raises it by one
 * @property {string[]} steps of which both are notified
 */

/** Milliseconds until the day of a capsule that the run has moved. */
const SOON = 2_000;

const MONTH = 30 * 24 * 60 * 60_000;

/** Everything that could show what lies in a capsule. @param {string} id */
const reads = (id) => [
  `/api/capsules/${id}`,
  `/api/capsules/${id}/contributions`,
  '/api/capsules',
  '/api/memories/timeline',
];

/** Both put words in. @param {Tools} tools @param {string} id @returns {Promise<BuriedCapsule['contributions'] | null>} null after a refusal */
async function fill({ pair, history, press, together }, id) {
  const given = new Map(
    pair.map((device) => [device, { clientId: randomUUID(), text: `${device.couple.canary} ${randomUUID()}` }]),
  );
  const answers = await together((device) => press(device, `/api/capsules/${id}/contributions`, given.get(device)));
  if (answers.includes(null)) return null;
  const [one, other, oneAgain, otherAgain] = answers.map(({ _id }) => _id);
  if (one !== oneAgain || other !== otherAgain)
    history.violate('one id, one contribution', `a contribution to capsule ${id} was acknowledged as two`);
  return [...given.values()].map((words, index) => ({ id: [one, other][index], ...words }));
}

/** The contributions that somebody of the two can read anywhere. @param {Tools} tools @param {BuriedCapsule} capsule */
async function readable({ pair }, { id, contributions }) {
  const answers = await Promise.all(
    pair.flatMap((device) => reads(id).map(async (path) => JSON.stringify((await device.http('GET', path)).body))),
  );
  return contributions.filter(({ text }) => answers.some((answer) => answer.includes(text)));
}

/** @param {Tools} tools @param {BuriedCapsule} capsule @param {string} state */
async function nothingShows(tools, capsule, state) {
  const found = await readable(tools, capsule);
  if (found.length > 0)
    tools.history.violate(
      'sealed contributions leave for nobody',
      `${capsule.id} is ${state} and shows ${found.length}`,
    );
}

/** Lets the day of a capsule come soon: the product accepts none within the hour. @param {Tools} tools @param {string} id @returns {Promise<number>} when, in milliseconds since 1970 */
async function bringDayForward({ tables }, id) {
  for (;;) {
    const due = Date.now() + SOON;
    const query = tables.query('UPDATE memories.capsules SET unlock_at = $2 WHERE id = $1', [id, new Date(due)]);
    const isDone = await query.then(
      () => true,
      () => false,
    );
    if (isDone) return due;
    await delay(200);
  }
}

/** A press before the day is refused, and nothing shows. A press of which nobody knows the end may have opened it on its day. @param {Tools} tools @param {BuriedCapsule} capsule @param {number} due */
async function staysClosed(tools, capsule, due) {
  const { outcome } = await tools.pair[0].http('POST', `/api/capsules/${capsule.id}/open`, {});
  const early = due - Date.now();
  if (outcome === 'ok' && early > CLOCKS_AGREE)
    tools.history.violate('nothing with a time acts early', `capsule ${capsule.id} was opened ${early} ms early`);
  if (outcome !== 'no') return;
  await delay(Math.max(0, due + CLOCKS_AGREE - Date.now()));
  await nothingShows(tools, capsule, 'ready');
}

/** Two bury a capsule, seal it, and open it when its day has come. Each time both press twice at once. @param {Tools} tools */
export async function buryCapsule(tools) {
  const { pair, history, press, together, goesOn } = tools;
  const unlockAt = new Date(Date.now() + MONTH).toISOString();
  const wanted = { title: 'Later', kind: 'timed', unlockAt, unlockTz: 'UTC', openRule: 'either' };
  const made = await press(pair[0], '/api/capsules', { ...wanted, clientId: randomUUID() });
  const contributions = made && (await fill(tools, made._id));
  if (!contributions) return;
  /** @type {BuriedCapsule} */
  const capsule = { id: made._id, contributions, version: 3, steps: ['created'] };
  history.capsules.set(capsule.id, capsule);
  const path = `/api/capsules/${capsule.id}`;
  if (!goesOn() || (await together((device) => press(device, `${path}/seal`))).includes(null)) return;
  Object.assign(capsule, { version: 5, steps: ['created', 'sealed'] });
  await nothingShows(tools, capsule, 'sealed');
  if (!goesOn()) return;
  const due = await bringDayForward(tools, capsule.id);
  await staysClosed(tools, capsule, due);
  await delay(Math.max(0, due + CLOCKS_AGREE - Date.now()));
  if ((await together((device) => press(device, `${path}/open`))).includes(null)) return;
  Object.assign(capsule, { version: 7, steps: ['created', 'sealed', 'ready', 'completed'] });
}

/** A capsule's rows in one line. @param {string} id @param {{version: number, steps: string[], contributions: {id: string, clientId: string, text: string}[]}} capsule */
const shown = (id, { version, steps, contributions }) =>
  [
    id,
    `version ${version}`,
    steps.toSorted().join(),
    ...contributions.map((one) => [one.id, one.clientId, one.text].join()).toSorted(),
  ].join(' | ');

/** Every acknowledged contribution is there once, and every seal and opening made one transition and one event. @param {Scene} scene */
export async function checkCapsules({ tables, history }) {
  const rows = await readCapsules(tables, [...history.capsules.keys()]);
  for (const [id, capsule] of history.capsules) {
    const row = rows.get(id);
    const [expected, found] = [shown(id, capsule), row ? shown(id, row) : 'nothing'];
    if (found !== expected) history.violate('a capsule is as it was acknowledged', `${found} instead of ${expected}`);
  }
}
