import { io } from 'socket.io-client';
import { compareDevices, compareFresh, compareOwn } from './copies.mjs';
import { settles } from './convergence.mjs';
import { checkConversation } from './order.mjs';
import { renew } from './people.mjs';
import { call } from './http-client.mjs';
import { countDeadLetters, readMessages, readPairs } from './tables.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** partner(a) = b exactly when partner(b) = a, in both services and for the two themselves. @param {Scene} scene */
async function pairsAgree({ origin, tables, waverers, history }) {
  const { pairing, messaging } = await readPairs(tables);
  for (const { id, members } of pairing)
    if (members.length !== 2) history.violate('partner(a)=b iff partner(b)=a', `${id} has ${members.length} members`);
  if (JSON.stringify(pairing) !== JSON.stringify(messaging))
    history.violate('partner(a)=b iff partner(b)=a', 'pairing and messaging know different couples');
  const partners = [];
  for (const person of waverers) {
    await renew(origin, person);
    const { outcome, body } = await call(origin, 'GET', '/api/partners/status', {
      token: person.token,
      from: person.from,
    });
    partners.push(outcome === 'ok' ? (body.partner?._id ?? null) : `unknown partner: ${outcome}`);
  }
  const expected = partners[0] === null ? [null, null] : [waverers[1].id, waverers[0].id];
  if (JSON.stringify(partners) !== JSON.stringify(expected))
    history.violate('partner(a)=b iff partner(b)=a', `the two see ${partners.join(' and ')}`);
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
 * Signs a person out during a fault. @param {Scene} scene @param {import('./people.mjs').Person} person
 * @returns {Promise<() => Promise<void>>} checks that the session stayed closed
 */
export async function signOut({ origin, product, history }, person) {
  const { token } = person;
  const { outcome } = await call(origin, 'POST', '/api/auth/logout', { token, from: person.from, body: {} });
  return async () => {
    if (outcome !== 'ok') return;
    const { status } = await call(origin, 'GET', '/api/users/profile', { token, from: person.from });
    if (status !== 401) history.violate('revoked stays revoked', `a profile was answered with ${status}`);
    for (const name of ['realtime', 'realtime-2']) {
      if (await isLetIn(String(product.processes[name].url), token))
        history.violate('revoked stays revoked', `${name} let the socket in`);
    }
  };
}

/**
 * Checks all promises after the load ended.
 * @param {Scene} scene
 * @param {number} sample the number of couples whose whole history a fresh sign-in reads again
 */
export async function checkAll(scene, sample) {
  const { tables, couples, history } = scene;
  await settles(scene);
  const rows = await readMessages(
    tables,
    couples.map(({ chatId }) => chatId),
  );
  const sends = Map.groupBy(history.sends.values(), (send) => send.chatId);
  const totals = { lost: 0, doubled: 0, reordered: 0 };
  for (const { chatId } of couples) {
    const found = checkConversation(sends.get(chatId) ?? [], rows.get(chatId) ?? [], history.violate);
    totals.lost += found.lost;
    totals.doubled += found.doubled;
    totals.reordered += found.reordered;
  }
  compareDevices(scene, rows);
  await compareOwn(scene);
  await compareFresh(scene, rows, couples.slice(0, sample));
  await pairsAgree(scene);
  const dead = await countDeadLetters(tables);
  if (dead > 0) history.violate('every event is consumed', `${dead} events were parked`);
  return totals;
}
