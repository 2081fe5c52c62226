import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { call } from './http-client.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./people.mjs').Person} Person */

/** An edge that missed the live update knows a revocation after this time, with a margin for the answer. */
const KNOWN_WITHIN = 15_000 + 1_500;

/** The pause between two attempts of a revoked session, in milliseconds. */
const EVERY = 250;

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

/** The edges that accept a session. @param {Scene} scene @param {Person} person */
async function acceptedBy({ origin, product }, { token, from }) {
  const { status } = await call(origin, 'GET', '/api/users/profile', { token, from });
  const names = status === 200 ? ['gateway'] : [];
  for (const name of ['realtime', 'realtime-2'])
    if (await isLetIn(String(product.processes[name].url), token)) names.push(name);
  return names;
}

/** Waits until no edge accepts a session that ended. @param {Scene} scene @param {Person} person @param {number} since when they had to know, in milliseconds of the checker's clock */
async function becomesRevoked(scene, person, since) {
  for (;;) {
    const names = await acceptedBy(scene, person);
    if (names.length === 0) return;
    if (performance.now() - since > KNOWN_WITHIN)
      return scene.history.violate(
        'revoked stays revoked',
        `${names.join()} accepted a session after ${KNOWN_WITHIN} ms`,
      );
    await delay(EVERY);
  }
}

/** @param {Scene} scene @param {Person} person @returns {Promise<boolean>} whether the sign-out was acknowledged */
async function signOut({ origin }, { token, from }) {
  return (await call(origin, 'POST', '/api/auth/logout', { token, from, body: {} })).outcome === 'ok';
}

/**
 * Follows two sessions through a fault. One ended before it: no edge may accept it again, also none that restarts. The other
 * ends during the fault: every edge refuses it within 15 s after the fault, although live updates may be lost.
 * @param {Scene} scene @param {{before: Person, during: Person}} people
 */
export async function createRevoked(scene, { before, during }) {
  const { history } = scene;
  let isOver = false;
  const goesOn = () => !isOver;
  /** @type {Promise<void>} */
  let following = Promise.resolve();
  /** @type {Promise<boolean>} */
  let leaving = Promise.resolve(false);
  const isGone = await signOut(scene, before);
  if (isGone) await becomesRevoked(scene, before, performance.now());

  async function follow() {
    while (goesOn()) {
      for (const name of await acceptedBy(scene, before))
        history.violate('revoked stays revoked', `${name} accepted a session that it had refused`);
      await delay(EVERY);
    }
  }

  return {
    /** The fault begins. */
    begin() {
      if (isGone) following = follow();
      leaving = signOut(scene, during);
    },
    /** The fault has healed. */
    async end() {
      const healed = performance.now();
      if (await leaving) await becomesRevoked(scene, during, healed);
      isOver = true;
      await following;
    },
  };
}
