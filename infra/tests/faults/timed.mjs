import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from './convergence.mjs';

/** @typedef {import('./rounds.mjs').Tools} Tools @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./pages.mjs').Page} Device */

/**
 * A message with a time: a scheduled text leaves at it, a disappearing one goes at it.
 * @typedef {{kind: 'scheduled' | 'disappearing', id: string, chatId: string, content: string, due: number}} TimedMessage `id`: the client message id; `due`: milliseconds since 1970
 */

const ZONE = 'Europe/Berlin';

/** An hour, the shortest choice. */
const DISAPPEARS_AFTER = 3_600;

/** Milliseconds from now until the time of a message that the run has moved. */
const SOON = 4_000;

/** Clocks of processes agree with the database's within this time, also when its answers are slow. */
export const CLOCKS_AGREE = 1_000;

/** A due message is sent or goes within this time once nothing is broken. */
const DONE_WITHIN = 15_000;

/** Looks at the pages for a message this often, in milliseconds. */
const EVERY = 25;

/** A minute of the zone, as people choose it. @param {number} at */
function minuteOf(at) {
  const parts = new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
  return parts.format(at).replace(' ', 'T');
}

/**
 * Moves the time of a message to a few seconds from now: the product's shortest times are a minute and an hour.
 * @param {Tools} tools @param {string} statement `$1` is the client message id, `$2` the new time
 * @param {string} id @returns {Promise<number | null>} null when there is no such row
 */
async function bringForward({ tables }, statement, id) {
  for (;;) {
    const due = Date.now() + SOON;
    const result = await tables.query(statement, [id, new Date(due)]).catch(() => null);
    if (result) return result.rowCount === 1 ? due : null;
    await delay(200);
  }
}

/** Waits until a page shows it. Once the load has ended the tables show the rest. @param {Tools} tools @param {(message: import('@duet/contracts').MessageView) => boolean} matches @returns {Promise<number | null>} when */
async function seenAt({ pair, goesOn }, matches) {
  for (let deadline = Infinity; Date.now() < deadline; await delay(EVERY)) {
    if (pair.some((device) => device.messages().some(matches))) return Date.now();
    if (!goesOn()) deadline = Math.min(deadline, Date.now() + DONE_WITHIN);
  }
  return null;
}

/** @param {Tools} tools @param {TimedMessage} message @param {number | null} at */
function notEarly({ history }, { kind, id, due }, at) {
  if (at !== null && at < due - CLOCKS_AGREE)
    history.violate('nothing with a time acts early', `${kind} ${id} acted ${due - at} ms early`);
}

/** Schedules a text, twice at once, and watches it leave. @param {Tools} tools @param {Device} author */
async function scheduleText(tools, author) {
  const { history, press } = tools;
  const id = randomUUID();
  const content = `${author.couple.canary} later ${id}`;
  const wanted = { content, at: minuteOf(Date.now() + 120_000), timezone: ZONE, clientMessageId: id };
  const [one, other] = await Promise.all([1, 2].map(() => press(author, '/api/messages/scheduled', wanted)));
  if (!one || !other) return;
  if (one._id !== other._id) history.violate('one id, one message', `text ${id} was scheduled as two`);
  const statement = 'UPDATE messaging.scheduled_messages SET send_at = $2, due_at = $2 WHERE client_message_id = $1';
  const due = await bringForward(tools, statement, id);
  if (due === null) return;
  /** @type {TimedMessage} */
  const message = { kind: 'scheduled', id, chatId: author.couple.chatId, content, due };
  history.timed.push(message);
  notEarly(tools, message, await seenAt(tools, ({ clientMessageId }) => clientMessageId === id));
}

/** Sends a text that disappears, and watches it go. @param {Tools} tools @param {Device} author */
async function sendFleeting(tools, author) {
  const { history, press, tables } = tools;
  const id = randomUUID();
  if (!(await press(author, '/api/messages/disappearing', { seconds: DISAPPEARS_AFTER }, 'PUT'))) return;
  const began = Date.now();
  const content = `${author.couple.canary} fleeting ${id}`;
  if (!(await press(author, '/api/messages', { content, clientMessageId: id }))) return;
  const { rows } = await tables.query('SELECT expires_at FROM messaging.messages WHERE client_message_id = $1', [id]);
  const lives = Number(rows[0]?.expires_at) - DISAPPEARS_AFTER * 1_000;
  if (!(lives >= began - CLOCKS_AGREE && lives <= Date.now() + CLOCKS_AGREE))
    history.violate('nothing with a time acts early', `text ${id} was given another life than ${DISAPPEARS_AFTER} s`);
  const due = await bringForward(
    tools,
    'UPDATE messaging.messages SET expires_at = $2 WHERE client_message_id = $1 AND deleted_at IS NULL',
    id,
  );
  if (due === null) return history.violate('nothing with a time acts early', `text ${id} went within seconds`);
  /** @type {TimedMessage} */
  const message = { kind: 'disappearing', id, chatId: author.couple.chatId, content, due };
  history.timed.push(message);
  notEarly(
    tools,
    message,
    await seenAt(tools, ({ clientMessageId, deletedAt }) => clientMessageId === id && deletedAt !== null),
  );
}

/** A text is scheduled and leaves, then one is sent and disappears, again and again. @param {Tools} tools */
export async function liveByTheClock(tools) {
  for (let count = 0; tools.goesOn(); count += 1) {
    const author = tools.pair[count % 2];
    await scheduleText(tools, author);
    if (tools.goesOn()) await sendFleeting(tools, author);
  }
}

/** The differences between the tables and what is due: every due text is there once and has left the schedule, every other one is a tombstone. @param {Scene} scene @param {TimedMessage[]} timed */
async function lacking({ tables }, timed) {
  const { rows } = await tables.query(
    `SELECT given.id, (SELECT count(*)::int FROM messaging.messages m WHERE m.conversation_id = given.chat AND m.content = given.content) AS stored,
            EXISTS (SELECT FROM messaging.scheduled_messages s WHERE s.client_message_id = given.id) AS waits
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (id, chat, content)`,
    [timed.map(({ id }) => id), timed.map(({ chatId }) => chatId), timed.map(({ content }) => content)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return timed.flatMap(({ kind, id }) => {
    const { stored, waits } = found.get(id);
    const expected = kind === 'scheduled' ? 1 : 0;
    return stored === expected && !waits ? [] : [`${kind} ${id} is there ${stored} times${waits ? ' and waits' : ''}`];
  });
}

/** Every message with a time has acted exactly once. @param {Scene} scene */
export async function checkTimed(scene) {
  const { history } = scene;
  const timed = history.timed.splice(0);
  const late = await until(async () => (await lacking(scene, timed))[0] ?? null, SOON + DONE_WITHIN);
  if (late.lacks) history.violate('what has a time acts once', late.lacks);
  history.write({ kind: 'timed', messages: timed.length });
}
