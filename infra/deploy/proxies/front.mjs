import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { ENGINE_OPEN, openSocket } from './front-socket.mjs';

/**
 * A proxy that serves the product under a host name.
 * @typedef {object} Front
 * @property {string} host that people type
 * @property {string} address
 * @property {number} http
 * @property {number} https
 */

/** @typedef {{method?: string, headers?: Record<string, string>, body?: string | Buffer, from?: string}} Call `from`: the address of this machine that calls */

const UPLOAD_BYTES = 10 * 1024 * 1024;

/** More calls than the limit of its route allows from one address. */
const TOO_MANY = 40;

const PASSWORD = 'Quiet-Harbour-41';

/**
 * A call through the proxy. It does not follow redirects, and accepts the certificate of the test.
 * @param {Front} front @param {string} path @param {Call & {plain?: boolean}} [call]
 * @returns {Promise<{status: number, headers: import('node:http').IncomingHttpHeaders, text: string}>}
 */
export function ask(front, path, { method = 'GET', headers = {}, body, from, plain = false } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const options = {
    ...{ host: front.address, port: plain ? front.http : front.https, path, method, localAddress: from },
    headers: { host: front.host, ...headers },
    ...(plain ? {} : { servername: front.host, rejectUnauthorized: false }),
  };
  const request = (plain ? http : https).request(options, async (answer) => {
    let text = '';
    try {
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    } catch (cause) {
      reject(cause);
    }
  });
  request.once('error', reject);
  request.end(body);
  return promise;
}

/** @param {Front} front @param {string} path @param {unknown} body @param {Call} [call] */
const post = (front, path, body, { headers, from } = {}) =>
  ask(front, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    from,
  });

/** A number of problems with a name each. @param {[boolean, string][]} checks */
const failed = (checks) => checks.filter(([right]) => !right).map(([, problem]) => problem);

/** @param {Front} front */
async function checkPages(front) {
  const [plain, page, api] = await Promise.all([
    ask(front, '/some/page?a=1', { plain: true }),
    ask(front, '/'),
    ask(front, '/api/partners/status'),
  ]);
  const target = new URL(plain.headers.location ?? 'about:blank');
  return failed([
    [[301, 308].includes(plain.status), `plain HTTP is answered with ${plain.status}`],
    [target.protocol === 'https:' && target.hostname === front.host, `plain HTTP leads to ${target.href}`],
    [target.pathname + target.search === '/some/page?a=1', 'the redirect loses the path'],
    [page.status === 200 && page.text.includes('<div id="root"'), `the page is answered with ${page.status}`],
    [api.status === 401 && api.text.includes('"code"'), `the API is answered with ${api.status}`],
    [/max-age=\d{7,}/.test(page.headers['strict-transport-security'] ?? ''), 'HSTS is missing'],
  ]);
}

/** @param {Front} front */
async function checkSockets(front) {
  const polling = await ask(front, '/socket.io/?EIO=4&transport=polling');
  const socket = await openSocket(front).catch((cause) => String(cause));
  return failed([
    [polling.status === 200 && polling.text.startsWith(ENGINE_OPEN), `polling is answered with ${polling.status}`],
    [socket.startsWith(ENGINE_OPEN), `a WebSocket is answered with ${socket}`],
  ]);
}

/** @param {Front} front @param {string} firstName @returns {Promise<string>} a token */
async function register(front, firstName) {
  const username = `${firstName}_${randomUUID().slice(0, 8)}`;
  const answer = await post(front, '/api/auth/register', {
    ...{ firstName, lastName: 'Front', username, email: `${username}@front.example`, password: PASSWORD },
  });
  if (answer.status >= 300) throw new Error(`a registration was answered with ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text).token;
}

/** An upload of the largest allowed file. @param {Front} front */
async function checkUpload(front) {
  const [ada, ben] = await Promise.all(['ada', 'ben'].map((name) => register(front, name)));
  const as = (/** @type {string | undefined} */ token) => ({ headers: { authorization: `Bearer ${token}` } });
  const invite = await post(front, '/api/partners/invite', {}, as(ada));
  const { code } = JSON.parse(invite.text).data;
  await post(front, '/api/auth/link-partner', { partnerIdentifier: code }, as(ben));
  const form = new FormData();
  form.set('files', new File([Buffer.alloc(UPLOAD_BYTES, 'a line of text\n')], 'lines.txt', { type: 'text/plain' }));
  const encoded = new Response(form);
  const answer = await ask(front, '/api/messages/upload', {
    method: 'POST',
    headers: { ...as(ada).headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
  return failed([[answer.status === 201, `10 MB are answered with ${answer.status} ${answer.text.slice(0, 200)}`]]);
}

/**
 * One address uses up a limit, with an invented X-Forwarded-For in each call; another one is not limited.
 * @param {Front} front @param {{one?: string, another: () => Promise<number>}} callers addresses of this machine
 */
async function checkAddresses(front, { one, another }) {
  const statuses = [];
  for (let number = 0; number < TOO_MANY; number += 1) {
    const answer = await forget(front, { from: one, headers: { 'x-forwarded-for': `203.0.113.${number}` } });
    statuses.push(answer);
  }
  const other = await another();
  return failed([
    [statuses[0] !== 429, 'the first call is limited'],
    [statuses.at(-1) === 429, `an invented address avoids the limit (${statuses.at(-1)})`],
    [other !== 429, 'all addresses share one limit'],
  ]);
}

/** A call that is limited by address. @param {Front} front @param {Call} call @returns {Promise<number>} the status */
export const forget = async (front, call) =>
  (await post(front, '/api/auth/forgot-password', { email: `${randomUUID()}@front.example` }, call)).status;

/**
 * Everything that the product needs of a proxy in front of it.
 * @param {Front} front @param {Parameters<typeof checkAddresses>[1]} callers
 * @returns {Promise<string[]>} what is wrong
 */
export async function checkFront(front, callers) {
  return [
    ...(await checkPages(front)),
    ...(await checkSockets(front)),
    ...(await checkUpload(front)),
    ...(await checkAddresses(front, callers)),
  ];
}
