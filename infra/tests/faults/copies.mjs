import { signIn } from './people.mjs';
import { call } from './http-client.mjs';
import { ownKey, readOwn } from './tables.mjs';

/**
 * @typedef {import('./scene.mjs').Scene} Scene
 * @typedef {import('./tables.mjs').Row} Row
 * @typedef {import('@duet/contracts').MessageView} MessageView
 */

/** @param {{emoji: string, user: string}[]} reactions */
const shown = (reactions) =>
  reactions
    .map(({ emoji, user }) => `${user} ${emoji}`)
    .sort()
    .join();

/** Everything about a message that both sides must agree on. @param {MessageView} message */
const ofView = ({ _id, seq, rev, clientMessageId, sender, content, deletedAt, reactions }) =>
  [_id, seq, rev, clientMessageId, sender._id, content, deletedAt !== null, shown(reactions)].join('|');

/** @param {Row} row */
const ofRow = ({ id, seq, rev, clientMessageId, senderId, content, deleted, reactions }) =>
  [id, seq, rev, clientMessageId, senderId, content, deleted, shown(reactions)].join('|');

/** @param {Row[]} rows @param {MessageView[]} messages @returns {string | null} the first difference */
function difference(rows, messages) {
  const copies = messages.toSorted((a, b) => a.seq - b.seq);
  if (copies.length !== rows.length) {
    const ids = new Set(copies.map(({ _id }) => _id));
    return `${copies.length} messages instead of ${rows.length}; seq ${rows.find(({ id }) => !ids.has(id))?.seq} is missing`;
  }
  const odd = rows.findIndex((row, index) => ofRow(row) !== ofView(copies[index]));
  return odd === -1 ? null : `${ofView(copies[odd])} instead of ${ofRow(rows[odd])}`;
}

/** Compares the stores of all devices with the table. @param {Scene} scene @param {Map<string, Row[]>} tables */
export function compareDevices({ devices, history }, tables) {
  for (const { messages, couple, person } of devices) {
    const found = difference(tables.get(couple.chatId) ?? [], messages());
    if (found) history.violate('client stores equal the database', `${person.id}: ${found}`);
  }
}

/** Each device has its person's own marker as the table has it, hidden or not. @param {Scene} scene */
export async function compareOwn({ devices, couples, tables, history }) {
  const rows = await readOwn(
    tables,
    couples.map(({ chatId }) => chatId),
  );
  for (const { state, couple, person } of devices) {
    const { readUpTo, deliveredUpTo } = rows.get(ownKey(couple.chatId, person.id)) ?? { readUpTo: 0, deliveredUpTo: 0 };
    const marker = state().own.marker?.marker;
    if (marker?.upTo !== readUpTo || marker.deliveredUpTo !== deliveredUpTo) {
      history.violate(
        'client stores equal the database',
        `${person.id}: marker ${marker?.upTo}/${marker?.deliveredUpTo} instead of ${readUpTo}/${deliveredUpTo}`,
      );
    }
  }
}

/** @param {Scene} scene @param {string} token */
async function fullHistory({ origin }, token) {
  const messages = /** @type {MessageView[]} */ ([]);
  for (let before = ''; ;) {
    const { outcome, body } = await call(origin, 'GET', `/api/messages/conversation?limit=100${before}`, { token });
    if (outcome !== 'ok') throw new Error('the history could not be read');
    messages.push(...body.messages);
    if (!body.hasMore) return messages;
    before = `&before=${body.messages[0].seq}`;
  }
}

/** @param {Scene} scene @param {string} token */
async function allChanges({ origin }, token) {
  /** @type {Map<string, MessageView>} */
  const messages = new Map();
  for (let after = 0; ;) {
    const { outcome, body } = await call(origin, 'GET', `/api/messages/sync?after=${after}&limit=200`, { token });
    if (outcome !== 'ok') throw new Error('the changes could not be read');
    for (const change of body.changes) if (change.kind === 'message') messages.set(change.message._id, change.message);
    if (!body.hasMore) return [...messages.values()];
    after = body.upTo;
  }
}

/** A new sign-in loads the whole conversation, by pages and by `sync?after=0`. @param {Scene} scene @param {Map<string, Row[]>} tables @param {import('./people.mjs').Couple[]} couples */
export async function compareFresh(scene, tables, couples) {
  for (const couple of couples) {
    const rows = tables.get(couple.chatId) ?? [];
    const { token } = await signIn(scene.origin, couple.people[0]);
    const [paged, synced] = [
      difference(rows, await fullHistory(scene, token)),
      difference(rows, await allChanges(scene, token)),
    ];
    if (paged) scene.history.violate('a fresh login finds everything', paged);
    if (synced) scene.history.violate('sync?after=0 finds everything', synced);
  }
}
