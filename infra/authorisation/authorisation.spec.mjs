import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { io } from 'socket.io-client';
import { ROOT } from '../local/places.mjs';
import { freePort } from '../local/ports.mjs';
import { startProduct } from '../local/product.mjs';
import { startStores } from '../local/stores.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { FORMER, ROUTES } from './routes.mjs';
import { SOCKET_EVENTS } from './socket-events.mjs';
import { ROLES, call, makeWorld, tokenOf } from './world.mjs';

/** @typedef {import('./world.mjs').World} World @typedef {import('./world.mjs').Role} Role */

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'));
const routes = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
const socketEvents = [...readFileSync(join(ROOT, 'libs/contracts/src/realtime/socket-events.ts'), 'utf8').split('interface ClientToServerEvents')[1].matchAll(/^ {2}(\w+):/gm)].map((match) => match[1]);

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {World} */
let world;

beforeAll(async () => {
  const dir = temporaryFolder('authorisation');
  stores = await startStores({ dir });
  product = await startProduct({ stores: stores.env, dir, port: await freePort() });
  world = await makeWorld(product.url);
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await stores?.remove();
}, 60_000);

/** @param {string} route @param {{path?: Record<string, string>, query?: string, body?: unknown}} given @param {Role} role */
async function ask(route, given, role) {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name) => given.path?.[name] ?? '');
  return call(product.url, method, `${path}${given.query ?? ''}`, { token: tokenOf(world, role), body: given.body });
}

/** @param {string | undefined} token @returns {Promise<import('socket.io-client').Socket | null>} null when it was refused */
function connect(token) {
  const socket = io(product.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  return new Promise((resolve, reject) => {
    socket.once('authenticated', () => resolve(socket));
    socket.once('authentication_error', () => resolve(null));
    socket.once('connect_error', reject);
  });
}

describe('the authorisation matrix', () => {
  it('has a row for every route and every socket event, and no row without one', () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual(routes.toSorted());
    expect(Object.keys(SOCKET_EVENTS).toSorted()).toEqual(socketEvents.toSorted());
  });

  it.each(Object.keys(SOCKET_EVENTS))('%s', async (event) => {
    const row = SOCKET_EVENTS[event];
    for (const [index, role] of ROLES.entries()) {
      const socket = await connect(tokenOf(world, role));
      const answer = socket ? await socket.timeout(8_000).emitWithAck(event, row.data(world)) : { ok: false, failure: { code: 'REFUSED' } };
      socket?.disconnect();
      expect({ event, role, outcome: answer.ok ? 'OK' : answer.failure.code }).toEqual({ event, role, outcome: row.expect[index] });
    }
  });

  it.each(Object.keys(ROUTES))('%s', async (route) => {
    const row = ROUTES[route];
    const outcomes = [];
    for (const role of ROLES) {
      const answer = await ask(route, row.call?.(world, role) ?? {}, role);
      outcomes.push(answer.status);
      if (role !== 'owner' && role !== 'partner') expect(answer.text).not.toContain('canary of the couple');
      if (role !== 'owner' && role !== 'ex') expect(answer.text).not.toContain('canary of the former couple');
    }
    expect(Object.fromEntries(ROLES.map((role, index) => [role, outcomes[index]]))).toEqual(Object.fromEntries(ROLES.map((role, index) => [role, row.expect[index]])));
  });

  it.each(FORMER)('%s is closed to both sides of a couple that has ended', async (route) => {
    const body = route.includes('reaction') ? { emoji: '👍' } : route.startsWith('DELETE') ? undefined : { content: 'x' };
    for (const role of /** @type {const} */ (['owner', 'partner', 'ex', 'other', 'stranger'])) {
      const answer = await ask(route, { path: { id: world.formerMessage.id }, body }, role);
      expect([403, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('canary');
    }
  });

  it('gives nobody a file of a couple that has ended, by a token or by a link', async () => {
    for (const role of ROLES) {
      const path = { id: world.formerFile.id, variant: 'original' };
      const answer = await ask('GET /api/media/attachments/{id}/{variant}', { path }, role);
      expect({ role, status: answer.status }).toEqual({ role, status: role === 'anonymous' ? 401 : 404 });
      const { body } = await ask('POST /api/media/links', { body: { ids: [path.id, world.file.id] } }, role);
      expect({ role, ids: (body.data?.links ?? []).map((/** @type {{id: string}} */ { id }) => id).filter((/** @type {string} */ id) => id !== world.file.id) }).toEqual({ role, ids: [] });
    }
  });
});

describe('whether there is an account', () => {
  /** What a stranger sees, apart from the id that each request has. @param {Awaited<ReturnType<typeof call>>} answer */
  const seen = ({ status, text }) => ({ status, text: text.replaceAll(/"requestId":"[^"]+"/g, '') });

  it.each([
    ['forgot-password', 200, {}],
    ['resend-verification', 200, {}],
    ['login', 401, { password: 'Wrong1Horse' }],
  ])('is not told by %s', async (route, status, more) => {
    const ask = (/** @type {string} */ email) => call(product.url, 'POST', `/api/auth/${route}`, { body: { email, ...more } });
    const known = seen(await ask(world.owner.email));
    expect(known.status).toBe(status);
    expect(seen(await ask('nobody.at.all@example.org'))).toEqual(known);
  });
});
