import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD, call, makeWorld, newcomer } from '../authorisation/world.mjs';
import { eventually } from '../local/eventually.mjs';
import { ROOT } from '../local/places.mjs';
import { freePort } from '../local/ports.mjs';
import { startProduct } from '../local/product.mjs';
import { startStores } from '../local/stores.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { CALLS } from './calls.mjs';

/** @typedef {import('./calls.mjs').World} World */

/** What the specification lists, in its order. */
const LISTED = `
  POST /auth/register, POST /auth/login, POST /auth/logout, POST /auth/refresh-token, POST /auth/forgot-password, POST /auth/reset-password,
  GET /auth/verify-email/{token}, POST /auth/link-partner, DELETE /auth/unlink-partner, GET /users/profile, PUT /users/profile, POST /users/avatar,
  PUT /users/password, DELETE /users/account, GET /users/settings, PUT /users/settings, GET /partners/status, GET /partners/search,
  POST /partners/request, GET /partners/requests, PATCH /partners/requests/{id}, DELETE /partners/unlink, GET /messages/conversation, POST /messages,
  PATCH /messages/read, GET /messages/unread-count, POST /messages/upload, POST /messages/voice, POST /messages/{id}/reaction, POST /messages/{id}/reply, DELETE /messages/{id}
`.split(',').map((line) => line.trim());

const document = JSON.parse(readFileSync(join(ROOT, 'gateway', 'openapi.json'), 'utf8'));
/** @param {string} key */
const routeOf = (key) => key.split(' ', 2).join(' ');

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {World} */
let world;

/** What the link of a mail carries, as soon as the mail is there. @param {string} address @param {string} page */
const mailedToken = (address, page) =>
  eventually(async () => {
    /** @type {{text: string, to: {address: string}[]}[]} */
    const mails = await (await fetch(`${stores.env.MAIL_PAGE}/email`)).json();
    const token = mails.filter(({ to }) => to.some((one) => one.address === address)).map(({ text }) => text.match(`/${page}/([\\w-]+)`)?.[1]).find(Boolean);
    if (!token) throw new Error(`no mail with a link to ${page} came for ${address}`);
    return token;
  }, 30_000);

beforeAll(async () => {
  const dir = temporaryFolder('contract');
  stores = await startStores({ dir });
  product = await startProduct({ stores: stores.env, dir, port: await freePort() });
  const people = await makeWorld(product.url);
  const spare = await newcomer(product.url, 'Spare');
  await call(product.url, 'POST', '/api/auth/forgot-password', { body: { email: spare.email } });
  const { body: second } = await call(product.url, 'POST', '/api/auth/login', { body: { email: spare.email, password: PASSWORD } });
  const [resetToken, verifyToken] = await Promise.all([mailedToken(spare.email, 'reset-password'), mailedToken(spare.email, 'verify-email')]);
  world = { ...people, spare: { ...spare, refreshToken: second.refreshToken }, resetToken, verifyToken, request: '' };
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await stores?.remove();
}, 60_000);

describe('the calls of the specification', () => {
  it('are all here, and all offered', () => {
    expect([...new Set(Object.keys(CALLS).map(routeOf))].toSorted()).toEqual(LISTED.toSorted());
    for (const route of LISTED) {
      const [method = '', path = ''] = route.split(' ');
      expect(document.paths[`/api${path}`]).toHaveProperty(method.toLowerCase());
    }
  });

  it.each(Object.keys(CALLS))('%s', async (key) => {
    const { as, body, path, status = 200, answer } = CALLS[key];
    const [method = '', template = ''] = key.split(' ');
    const given = path?.(world) ?? '';
    const address = `/api${template.includes('{') ? template.replace(/\{\w+\}/, given) : template + given}`;
    const answered = await call(product.url, method, address, { token: as?.(world).token, body: body?.(world) });
    expect({ status: answered.status, ...answered.body }).toMatchObject({ status, .../** @type {object} */ (answer) });
    if (key === 'POST /partners/request') world.request = answered.body.data.request._id;
  });
});
