import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { ROUTES } from '../authorisation/routes.mjs';
import { SOCKET_EVENTS } from '../authorisation/socket-events.mjs';
import { makeWorld } from '../authorisation/world.mjs';
import { ROOT } from '../../local/places.mjs';
import { useProduct } from '../running-product.mjs';
import { runInput } from './input-run.mjs';
import { ODD_BODIES, ODD_PARAMETERS, ODD_VALUES } from './odd-values.mjs';

/** @typedef {{path: string, json?: string | undefined}} Call @typedef {{what: string, call: Call}} Case */

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'));

/** Uploads carry forms, whose parser has its own tests. @param {any} operation */
const isForm = (operation) => 'multipart/form-data' in (operation.requestBody?.content ?? {});

const OPERATIONS = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([verb, operation]) => ({ route: `${verb.toUpperCase()} ${path}`, operation })),
);

/** The number of calls between two resets of the rate limits, so small that no limit refuses one. */
const AT_ONCE = 4;

/** @type {import('../running-product.mjs').UsedProduct} */
let product;
/** @type {import('../authorisation/world.mjs').World} */
let world;

beforeAll(async () => {
  product = await useProduct('odd-input');
  world = await makeWorld(product.url);
}, 120_000);

afterAll(async () => {
  await product?.release();
}, 60_000);

/** A body with one field replaced by text that JSON.stringify could not write. @param {Record<string, unknown>} body @param {string} field @param {string} json */
const withField = (body, field, json) => {
  const others = JSON.stringify({ ...body, [field]: undefined }).slice(1, -1);
  return `{${others}${others === '' ? '' : ','}${JSON.stringify(field)}:${json}}`;
};

/** @param {string} template @param {Record<string, string>} given */
const fill = (template, given) => template.replaceAll(/\{(\w+)\}/g, (_whole, name) => given[name] ?? 'x');

/** One case per field, parameter and whole body: that one is odd, the others are as in the authorisation matrix. @param {string} route @param {any} operation @returns {Case[]} */
function casesOf(route, operation) {
  const [, template = ''] = route.split(' ');
  const base = /** @type {{path?: Record<string, string>, query?: string, body?: any}} */ (
    ROUTES[route]?.call?.(world, 'owner') ?? {}
  );
  const body = base.body === undefined ? undefined : JSON.stringify(base.body);
  const { $ref, properties } = operation.requestBody?.content['application/json']?.schema ?? {};
  const fields = Object.keys(
    ($ref ? document.components.schemas[$ref.split('/').at(-1)].properties : properties) ?? {},
  );
  const parameters = /** @type {{in: string, name: string}[]} */ (operation.parameters ?? []).filter(
    (one) => 'in' in one,
  );
  const path = fill(template, base.path ?? {});
  const query = new URLSearchParams(base.query ?? '');
  const asked = `${path}${base.query ?? ''}`;
  return [
    ...fields.flatMap((field) =>
      ODD_VALUES.map(({ what, json }) => ({
        what: `${field}: ${what}`,
        call: { path: asked, json: withField(base.body ?? {}, field, json) },
      })),
    ),
    ...(fields.length === 0 ? [] : ODD_BODIES.map(({ what, json }) => ({ what, call: { path: asked, json } }))),
    ...parameters.flatMap(({ in: place, name }) =>
      ODD_PARAMETERS.flatMap((value) => {
        const what = `${name}=${value.slice(0, 30)}`;
        if (place === 'path')
          return [
            {
              what,
              call: { path: `${fill(template, { ...base.path, [name]: value })}${base.query ?? ''}`, json: body },
            },
          ];
        query.delete(name);
        const others = query.size === 0 ? '' : `${query}&`;
        return [`${name}=${value}`, `${name}=${value}&${name}=${value}`, `${name}[a]=${value}`].map((odd) => ({
          what: odd.slice(0, 60),
          call: { path: `${path}?${others}${odd}`, json: body },
        }));
      }),
    ),
  ];
}

/** @param {string} method @param {string | undefined} token @param {Call} call */
async function send(method, token, { path, json }) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${product.url}${path}`, { method, headers, ...(json && { body: json }) });
  return { status: answer.status, text: (await answer.text()).slice(0, 300) };
}

describe('an odd input of a route', () => {
  it.each(OPERATIONS.filter(({ operation }) => !isForm(operation)))(
    '$route',
    async ({ route, operation }) => {
      const [method = ''] = route.split(' ');
      // A sign-out would end the session of all other cases.
      const isSigned = operation.security.length > 0 && route !== 'POST /api/auth/logout';
      const token = isSigned ? world.owner.token : undefined;
      const cases = casesOf(route, operation);
      const wrong = [];
      for (let from = 0; from < cases.length; from += AT_ONCE) {
        await product.clearRateLimits();
        const some = cases.slice(from, from + AT_ONCE);
        const answers = await Promise.all(some.map(({ call }) => send(method, token, call)));
        for (const [index, answer] of answers.entries())
          if (answer.status >= 500 || answer.status === 429) wrong.push({ what: some[index]?.what, ...answer });
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});

/** @returns {Promise<import('socket.io-client').Socket>} */
function connect() {
  const socket = io(product.url, {
    auth: { token: world.owner.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  return new Promise((resolve, reject) => {
    socket.once('authenticated', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/**
 * Sends the inputs from a socket of their own. A socket may send 50 events in 10 s, 30 of them `typing`, and a person 150: when
 * they are used up, it waits for as long as the answer says.
 * @param {string} event @param {unknown[]} inputs @returns {Promise<any[]>}
 */
async function answersTo(event, inputs) {
  const socket = await connect();
  const answers = await Promise.all(inputs.map((input) => socket.timeout(8_000).emitWithAck(event, input)));
  socket.disconnect();
  const limited = answers.find(({ failure }) => failure?.code === 'RATE_LIMITED');
  if (!limited) return answers;
  await delay(limited.failure.retryAfter * 1_000);
  return answersTo(event, inputs);
}

describe('an odd input of a socket event', () => {
  /** Values that the client library can encode; a test of realtime covers deeper frames. */
  const writable = ODD_VALUES.filter(({ what }) => !what.endsWith('without end') && !what.startsWith('a long'));

  it.each(Object.keys(SOCKET_EVENTS))(
    '%s',
    async (event) => {
      const base = /** @type {Record<string, unknown>} */ (SOCKET_EVENTS[event].data(world));
      const whole = [undefined, null, 1, 'text', [], {}, Buffer.from('bytes')];
      const inputs = [
        ...whole,
        ...Object.keys(base).flatMap((field) => writable.map(({ json }) => JSON.parse(withField(base, field, json)))),
      ];
      const wrong = [];
      for (let from = 0; from < inputs.length; from += 25) {
        const some = inputs.slice(from, from + 25);
        for (const [index, { ok, failure }] of (await answersTo(event, some)).entries())
          if (!ok && ['INTERNAL', 'UNAVAILABLE', 'TIMEOUT', 'RATE_LIMITED'].includes(failure.code))
            wrong.push([some[index], failure]);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );
});

describe('generated input', () => {
  it('is answered without a server error, within 10 s: a taste of `npm run faults -- --input`', async () => {
    const { url, clearRateLimits } = product;
    const outcome = await runInput({ url, clearRateLimits, requests: 1_500, events: 100, seed: 20_261_124 });
    expect(outcome.findings).toEqual([]);
    expect([outcome.requests, outcome.events]).toEqual([1_500, 100]);
    // Valid requests are among them, so that the input gets beyond the first check.
    expect(outcome.statuses[200]).toBeGreaterThan(50);
  }, 180_000);
});
