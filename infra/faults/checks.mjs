import { io } from 'socket.io-client';
import { compareDevices, compareFresh } from './copies.mjs';
import { settles } from './level.mjs';
import { checkConversation } from './order.mjs';
import { renew } from './people.mjs';
import { call } from './rest.mjs';
import { countDeadLetters, readMessages, readPairs } from './tables.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** partner(a) = b exactly when partner(b) = a, in both services and for the two themselves. @param {Scene} scene */
async function pairsAgree({ origin, tables, waverers, history }) {
  const { pairing, messaging } = await readPairs(tables);
  for (const { id, members } of pairing) if (members.length !== 2) history.violate('partner(a)=b iff partner(b)=a', `${id} has ${members.length} members`);
  if (JSON.stringify(pairing) !== JSON.stringify(messaging)) history.violate('partner(a)=b iff partner(b)=a', 'pairing and messaging know different couples');
  const partners = [];
  for (const person of waverers) {
    await renew(origin, person);
    const { outcome, body } = await call(origin, 'GET', '/api/partners/status', { token: person.token, from: person.from });
    partners.push(outcome === 'ok' ? (body.partner?._id ?? null) : `nobody knows whom: ${outcome}`);
  }
  const expected = partners[0] === null ? [null, null] : [waverers[1].id, waverers[0].id];
  if (JSON.stringify(partners) !== JSON.stringify(expected)) history.violate('partner(a)=b iff partner(b)=a', `the two see ${partners.join(' and ')}`);
}

/** @param {string} url @param {string} token @returns {Promise<boolean>} */
function isLetIn(url, token) {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  return new Promise((resolve) => {
    const end = (/** @type {boolean} */ letIn) => {
      socket.disconnect();
      resolve(letIn);
    };
    socket.once('authenticated', () => end(true));
    for (const event of ['authentication_error', 'disconnect', 'connect_error']) socket.once(event, () => end(false));
  });
}

/**
 * Somebody signs out in the middle of a fault. @param {Scene} scene @param {import('./people.mjs').Person} person
 * @returns {Promise<() => Promise<void>>} looks whether the session stayed closed
 */
export async function signOut({ origin, product, history }, person) {
  const { token } = person;
  const { outcome } = await call(origin, 'POST', '/api/auth/logout', { token, from: person.from, body: {} });
  return async () => {
    if (outcome !== 'ok') return;
    const { status } = await call(origin, 'GET', '/api/users/profile', { token, from: person.from });
    if (status !== 401) history.violate('revoked stays revoked', `a profile was answered with ${status}`);
    for (const name of ['realtime', 'realtime-2']) {
      if (await isLetIn(String(product.processes[name].url), token)) history.violate('revoked stays revoked', `${name} let the socket in`);
    }
  };
}

/**
 * Everything that must hold once nobody sends any more.
 * @param {Scene} scene
 * @param {number} sample of so many couples the whole history is read again by a fresh login
 */
export async function checkAll(scene, sample) {
  const { tables, couples, history } = scene;
  await settles(scene);
  const rows = await readMessages(tables, couples.map(({ chatId }) => chatId));
  const sends = Map.groupBy(history.sends.values(), (send) => send.chatId);
  const totals = { lost: 0, doubled: 0, reordered: 0 };
  for (const { chatId } of couples) {
    const found = checkConversation(sends.get(chatId) ?? [], rows.get(chatId) ?? [], history.violate);
    totals.lost += found.lost;
    totals.doubled += found.doubled;
    totals.reordered += found.reordered;
  }
  compareDevices(scene, rows);
  await compareFresh(scene, rows, couples.slice(0, sample));
  await pairsAgree(scene);
  const dead = await countDeadLetters(tables);
  if (dead > 0) history.violate('every fact is digested', `${dead} facts were parked`);
  return totals;
}
