import { io } from 'socket.io-client';
import { call, tokenOf } from './world.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Role} Role
 * @typedef {import('./routes.mjs').Call} Call
 * @typedef {{status: number, text: string}} Answer of a socket: 200 or 400, and its acknowledgement
 */

/** A socket without a session is closed before it can send an event. */
export const REFUSED = 'REFUSED';

/** @param {string} origin @param {string | undefined} token @returns {Promise<import('socket.io-client').Socket | null>} null when it was refused */
export function connect(origin, token) {
  const socket = io(origin, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  return new Promise((resolve, reject) => {
    socket.once('authenticated', () => resolve(socket));
    socket.once('authentication_error', () => resolve(null));
    socket.once('connect_error', reject);
  });
}

/** @param {string} origin @param {string | undefined} token @param {string} event @param {unknown} data @returns {Promise<{ok: boolean, data?: unknown, failure: {code: string}}>} */
export async function say(origin, token, event, data) {
  const socket = await connect(origin, token);
  if (!socket) return { ok: false, failure: { code: REFUSED } };
  try {
    return await socket.timeout(8_000).emitWithAck(event, data);
  } finally {
    socket.disconnect();
  }
}

/** One call of a route (`GET /api/…`) or of a socket event (`socket join_room`). @param {string} origin @param {string} target @param {Call | Record<string, unknown>} given @param {string | undefined} token @returns {Promise<Answer>} */
export async function ask(origin, target, given, token) {
  const [method = '', template = ''] = target.split(' ');
  if (method === 'socket') {
    const answer = await say(origin, token, template, given);
    return { status: answer.ok ? 200 : 400, text: JSON.stringify(answer) };
  }
  const { path = {}, query = '', body } = /** @type {Call} */ (given);
  return call(origin, method, `${template.replaceAll(/\{(\w+)\}/g, (_whole, name) => path[name] ?? '')}${query}`, {
    token,
    body,
  });
}

/** An answer without the id of the request and the id that the caller sent. @param {Answer} answer @param {string} id */
export const learnt = ({ status, text }, id) => ({
  status,
  text: text.replaceAll(/"requestId":"[^"]+"/g, '').replaceAll(id, '(the id)'),
});

/** @param {World} world @param {import('./things/scene.mjs').Thing} thing @param {Role} role the thing's own people stand for the world's couple */
export function tokenFor(world, thing, role) {
  if (role === 'owner' || role === 'partner') return (thing[role] ?? world[role]).token;
  return tokenOf(world, role);
}
