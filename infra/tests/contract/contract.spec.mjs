import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mailedToken } from '../authorisation/mailed-token.mjs';
import { PASSWORD, call, makeWorld, newcomer } from '../authorisation/world.mjs';
import { eventually } from '../../local/eventually.mjs';
import { ROOT } from '../../local/places.mjs';
import { useProduct } from '../running-product.mjs';
import { CALLS } from './calls.mjs';
import { undocumented } from './documented.mjs';

/** @typedef {import('./calls.mjs').World} World */

/** The calls of the specification, in its order. */
const LISTED = `
  POST /auth/register, POST /auth/login, POST /auth/logout, POST /auth/refresh-token, POST /auth/forgot-password, POST /auth/reset-password,
  GET /auth/verify-email/{token}, POST /auth/link-partner, DELETE /auth/unlink-partner, GET /users/profile, PUT /users/profile, POST /users/avatar,
  PUT /users/password, DELETE /users/account, GET /users/settings, PUT /users/settings, GET /partners/status, GET /partners/search,
  POST /partners/request, GET /partners/requests, PATCH /partners/requests/{id}, DELETE /partners/unlink, GET /messages/conversation, POST /messages,
  PATCH /messages/read, GET /messages/unread-count, POST /messages/upload, POST /messages/voice, POST /messages/{id}/reaction, POST /messages/{id}/reply, DELETE /messages/{id}
`
  .split(',')
  .map((line) => line.trim());

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'));
/** @param {string} key */
const routeOf = (key) => key.split(' ', 2).join(' ');

/** @type {import('../running-product.mjs').UsedProduct} */
let product;
/** @type {World} */
let world;

beforeAll(async () => {
  product = await useProduct('contract');
  const people = await makeWorld(product.url);
  const spare = await newcomer(product.url, 'Spare');
  await call(product.url, 'POST', '/api/auth/forgot-password', { body: { email: spare.email } });
  const { body: second } = await call(product.url, 'POST', '/api/auth/login', {
    body: { email: spare.email, password: PASSWORD },
  });
  const [resetToken, verifyToken] = await Promise.all([
    mailedToken(product.stores, spare.email, 'reset-password'),
    mailedToken(product.stores, spare.email, 'verify-email'),
  ]);
  world = { ...people, spare: { ...spare, refreshToken: second.refreshToken }, resetToken, verifyToken, request: '' };
}, 120_000);

// The suites share the address that calls.
beforeEach(() => product.clearRateLimits());

afterAll(async () => {
  await product?.release();
}, 60_000);

describe('the calls of the specification', () => {
  it('are all listed here and all served', () => {
    expect([...new Set(Object.keys(CALLS).map(routeOf))].toSorted()).toEqual(LISTED.toSorted());
    for (const route of LISTED) {
      const [method = '', path = ''] = route.split(' ');
      expect(document.paths[`/api${path}`]).toHaveProperty(method.toLowerCase());
    }
  });

  it.each(Object.keys(CALLS))('%s', async (key) => {
    const { as, body, path, status = 200, answer, isEventual = false } = CALLS[key];
    const [method = '', template = ''] = key.split(' ');
    const given = path?.(world) ?? '';
    const address = `/api${template.includes('{') ? template.replace(/\{\w+\}/, given) : template + given}`;
    const attempt = async () => {
      const answered = await call(product.url, method, address, { token: as?.(world).token, body: body?.(world) });
      expect({ status: answered.status, ...answered.body }).toMatchObject({
        status,
        .../** @type {object} */ (answer),
      });
      return answered;
    };
    const answered = isEventual ? await eventually(attempt) : await attempt();
    expect(undocumented(method, address, answered.status, answered.body)).toEqual([]);
    if (key === 'POST /partners/request') world.request = answered.body.data.request._id;
  });
});
