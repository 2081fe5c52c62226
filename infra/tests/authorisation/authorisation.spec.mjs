import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../local/eventually.mjs';
import { useProduct } from '../running-product.mjs';
import { ask, connect, learnt, say, tokenFor } from './asking.mjs';
import { ID_ROWS } from './id-rows.mjs';
import { idParameters, routes, socketEvents } from './parameters.mjs';
import { FORMER, ROUTES } from './routes.mjs';
import { SOCKET_EVENTS } from './socket-events.mjs';
import { STATE, THINGS } from './things.mjs';
import { ROLES, call, makeWorld, tokenOf } from './world.mjs';

/** @typedef {import('./world.mjs').Role} Role @typedef {import('./things/scene.mjs').Thing} Thing @typedef {import('./things/scene.mjs').Kind} Kind */

/** @type {import('../running-product.mjs').UsedProduct} */
let product;
/** @type {import('./things/scene.mjs').Scene} */
let scene;

/** Never acknowledged: the effect shows on the partner's screen. */
const TYPING = 'socket typing chatId';

/** Never read: the viewer's client loads the thing with the viewer's rights. */
const CARD = 'POST /api/messages card.id';

/** A page that messages can link to. */
const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>'),
);

beforeAll(async () => {
  product = await useProduct('authorisation');
  await once(site.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (site.address());
  scene = {
    origin: product.url,
    stores: product.stores,
    site: `http://127.0.0.1:${port}`,
    world: await makeWorld(product.url),
  };
}, 120_000);

// A fast machine exceeds the rate limits of one person, so each row starts with fresh counters.
beforeEach(() => product.clearRateLimits());

afterAll(async () => {
  await product?.release();
  site.close();
}, 60_000);

/** The expected answer for a role. A blocked person counts as a stranger, an ended session as signed out. @template T @param {readonly T[]} expected @param {Role} role */
const columnOf = (expected, role) =>
  expected[
    ['owner', 'partner', 'ex', 'other', 'stranger', 'anonymous'].indexOf(
      role === 'blocked' ? 'stranger' : role === 'revoked' ? 'anonymous' : role,
    )
  ];

/** An id of nothing. Ids begin with their time, so as a cursor it stands behind all others. */
const unknownId = () => `f${crypto.randomUUID().slice(1)}`;

describe('the authorisation matrix', () => {
  it('has exactly one row for each route, each socket event and each id that they take', () => {
    const rowsOfIds = Object.keys(ID_ROWS).map((key) => key.split(',')[0] ?? '');
    const routesWithId = routes.filter((route) => idParameters.some((parameter) => parameter.startsWith(`${route} `)));
    expect([...new Set([...Object.keys(ROUTES), ...routesWithId])].toSorted()).toEqual(routes.toSorted());
    expect(Object.keys(SOCKET_EVENTS).toSorted()).toEqual(socketEvents.toSorted());
    expect([...new Set([...rowsOfIds, TYPING, CARD])].toSorted()).toEqual(idParameters.toSorted());
  });

  it.each(Object.keys(SOCKET_EVENTS))('%s', async (event) => {
    const row = SOCKET_EVENTS[event];
    for (const role of ROLES) {
      const answer = await say(scene.origin, tokenOf(scene.world, role), event, row.data(scene.world));
      expect({ event, role, outcome: answer.ok ? 'OK' : answer.failure.code }).toEqual({
        event,
        role,
        outcome: columnOf(row.expect, role),
      });
    }
  });
});

describe('an id of another person', () => {
  /** @param {string} key @param {Role} role @param {Thing} thing @param {string} [id] */
  async function tryOut(key, role, thing, id = thing.id) {
    const sent = ID_ROWS[key].call(id, thing, role === 'owner');
    const named = [sent.path, sent.query, sent.body instanceof FormData ? [...sent.body.values()] : sent].map((part) =>
      decodeURIComponent(JSON.stringify(part) ?? ''),
    );
    // A row that sends another id than the given one would prove nothing.
    expect(named.some((part) => part.includes(id))).toBe(true);
    const [method, path] = key.split(' ');
    // A browser's <img> requests a link without a token.
    return learnt(
      await ask(scene.origin, `${method} ${path}`, sent, sent.isLink ? undefined : tokenFor(scene.world, thing, role)),
      id,
    );
  }

  it.each(Object.keys(ID_ROWS))(
    '%s',
    async (key) => {
      const { thing: kindName, expect: expected = {}, bearer, changes, silent } = ID_ROWS[key];
      const { make, missing = unknownId } = /** @type {Kind} */ (THINGS[kindName]);
      const state = (/** @type {Thing} */ thing) => (changes ? STATE[changes](scene, thing) : null);
      const isHidden = !changes && !silent;
      const thing = await make(scene);
      const untouched = await state(thing);
      for (const role of ROLES.filter((one) => one !== 'owner' && !(one in expected) && !bearer)) {
        const real = await tryOut(key, role, thing);
        expect({ role, ...real }).toEqual({ role, ...(await tryOut(key, role, thing, missing())) });
        if (isHidden) expect({ role, isRefused: real.status >= 400 }).toEqual({ role, isRefused: true });
        expect(real.text).not.toContain('canary');
      }
      for (const role of /** @type {Role[]} */ (Object.keys(expected).filter((one) => one !== 'owner'))) {
        const { status } = await tryOut(key, role, await make(scene));
        expect({ role, status: key.startsWith('socket') && status < 300 ? 200 : status }).toEqual({
          role,
          status: expected[role],
        });
      }
      expect(await state(thing)).toEqual(untouched);
      const none = await tryOut(key, 'owner', thing, missing());
      const own = await tryOut(key, 'owner', thing);
      // The thing exists, and its owner reaches it by the very id that the others tried.
      if (expected.owner) expect(own.status).toBe(expected.owner);
      else expect([200, 201, 202]).toContain(own.status);
      if (changes) expect(await state(thing)).not.toEqual(untouched);
      else expect(own).not.toEqual(none);
    },
    60_000,
  );

  it('POST /api/messages card.id', async () => {
    const { origin, world } = scene;
    const { id } = await THINGS.album.make(scene);
    /** What a person learns from sharing a thing, whatever ids, times and places the new message has. @param {Role} role @param {string} of */
    const learntBySharing = async (role, of) => {
      const body = { content: 'Look', card: { type: 'capsule', id: of } };
      const { status, text } = await ask(origin, 'POST /api/messages', { body }, tokenOf(world, role));
      const constant = text
        .replaceAll(/"(?:[0-9a-f]+-){4}[0-9a-f]+"/g, '"an id"')
        .replaceAll(/"\d{4}-[^"]+Z"/g, '"a time"')
        .replaceAll(/"(seq|rev)":\d+/g, '"$1":0');
      return { role, status, text: constant };
    };
    for (const role of ROLES.filter((one) => one !== 'owner' && one !== 'partner')) {
      const real = await learntBySharing(role, id);
      expect(real).toEqual(await learntBySharing(role, unknownId()));
      expect(real.text).not.toContain('canary');
    }
    expect((await learntBySharing('other', id)).status).toBe(201);
  });

  it('socket typing chatId', async () => {
    const { origin, world } = scene;
    const listener = await connect(origin, world.partner.token);
    /** @type {string[]} */
    const seen = [];
    listener?.on('user_typing', ({ userId }) => seen.push(userId));
    const data = { chatId: world.chat, isTyping: true };
    for (const role of ROLES.filter((one) => one !== 'owner' && one !== 'partner')) {
      const missing = await say(origin, tokenOf(world, role), 'typing', { ...data, chatId: crypto.randomUUID() });
      expect(await say(origin, tokenOf(world, role), 'typing', data)).toEqual(missing);
    }
    await say(origin, world.owner.token, 'typing', data);
    await eventually(() => expect(seen).toContain(world.owner.id));
    listener?.disconnect();
    expect(new Set(seen)).toEqual(new Set([world.owner.id]));
  });
});

describe('a couple that has ended', () => {
  it.each(FORMER)('%s is closed to both sides', async (route) => {
    const body = route.includes('reaction')
      ? { emoji: '👍' }
      : route.startsWith('DELETE')
        ? undefined
        : { content: 'x' };
    for (const role of /** @type {const} */ (['owner', 'partner', 'ex', 'other', 'stranger', 'blocked'])) {
      const answer = await ask(
        scene.origin,
        route,
        { path: { id: scene.world.formerMessage.id }, body },
        tokenOf(scene.world, role),
      );
      expect([403, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('canary');
    }
  });

  it('serves its files to no other person, by token or by link', async () => {
    const { origin, world } = scene;
    for (const role of ROLES) {
      const path = { id: world.formerFile.id, variant: 'original' };
      const answer = await ask(origin, 'GET /api/media/attachments/{id}/{variant}', { path }, tokenOf(world, role));
      expect({ role, status: answer.status }).toEqual({ role, status: columnOf([404, 404, 404, 404, 404, 401], role) });
      const { body } = await call(origin, 'POST', '/api/media/links', {
        token: tokenOf(world, role),
        body: { ids: [path.id, world.file.id] },
      });
      expect({
        role,
        ids: (body.data?.links ?? [])
          .map((/** @type {{id: string}} */ { id }) => id)
          .filter((/** @type {string} */ id) => id !== world.file.id),
      }).toEqual({ role, ids: [] });
    }
  });
});

// Last, because it ends the couples.
describe('the routes without an id', () => {
  it.each(Object.keys(ROUTES))('%s', async (route) => {
    const row = ROUTES[route];
    /** @type {Record<string, number>} */
    const outcomes = {};
    for (const role of ROLES) {
      const answer = await ask(scene.origin, route, row.call?.(scene.world, role) ?? {}, tokenOf(scene.world, role));
      outcomes[role] = answer.status;
      if (role !== 'owner' && role !== 'partner') expect(answer.text).not.toContain('canary of the couple');
      if (role !== 'owner' && role !== 'ex') expect(answer.text).not.toContain('canary of the former couple');
    }
    expect(outcomes).toEqual(Object.fromEntries(ROLES.map((role) => [role, columnOf(row.expect, role)])));
  });
});

describe('the existence of an account', () => {
  /** A stranger's answer without the id of the request. @param {Awaited<ReturnType<typeof call>>} answer */
  const seen = ({ status, text }) => ({ status, text: text.replaceAll(/"requestId":"[^"]+"/g, '') });

  it.each([
    ['forgot-password', 200, {}],
    ['resend-verification', 200, {}],
    ['login', 401, { password: 'Wrong1Horse' }],
  ])('is not revealed by %s', async (route, status, more) => {
    const ask = (/** @type {string} */ email) =>
      call(product.url, 'POST', `/api/auth/${route}`, { body: { email, ...more } });
    const known = seen(await ask(scene.world.owner.email));
    expect(known.status).toBe(status);
    expect(seen(await ask('nobody.at.all@example.org'))).toEqual(known);
  });
});
