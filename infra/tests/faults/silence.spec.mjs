import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { io } from 'socket.io-client';
import { PASSWORD, call, makeWorld } from '../authorisation/world.mjs';
import { eventually } from '../../local/eventually.mjs';
import { freePort } from '../../local/ports.mjs';
import { startProduct } from '../../local/product.mjs';
import { startStores } from '../../local/stores.mjs';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { SERVICES } from '../../processes.mjs';
import { STORES, createWires } from './wires.mjs';

/** @typedef {{what: string, ok: boolean, code: string}} Outcome */

/** The promised limit of every call, in milliseconds. */
const EVERY_CALL = 10_000;

/** The error codes that may be answered meanwhile: nothing was done, or the result is unknown. */
const HONEST = ['UNAVAILABLE', 'TIMEOUT'];

/** The processes that other processes call, over the bus or HTTP. */
const PEERS = /** @type {const} */ ([...SERVICES, 'realtime']);

const STORE_NAMES = /** @type {(keyof typeof STORES)[]} */ (Object.keys(STORES));

/** @type {Awaited<ReturnType<typeof startStores>>} */
let stores;
/** @type {Awaited<ReturnType<typeof startProduct>>} */
let product;
/** @type {import('../authorisation/world.mjs').World} */
let world;
/** @type {import('./wires.mjs').Wires} */
let wires;
/** @type {import('socket.io-client').Socket} */
let socket;
/** Bypasses the proxy: rate limits are not tested here. @type {Redis} */
let counters;
/** Addresses in the environment of a process that this test does not know. @type {string[]} */
const unknown = [];

/** Every store through its proxy. @param {string} process @param {NodeJS.ProcessEnv} env */
function throughProxies(process, env) {
  const { led, unknown: others } = wires.lead(env);
  unknown.push(...others.map((name) => `${process} ${name}`));
  return led;
}

beforeAll(async () => {
  const dir = temporaryFolder('silence');
  stores = await startStores({ dir, flush: false });
  counters = new Redis(stores.env.REDIS_URL ?? '');
  wires = await createWires(stores.env);
  product = await startProduct({ stores: stores.env, dir, port: await freePort(), env: throughProxies });
  world = await makeWorld(product.url);
  socket = io(product.url, {
    auth: (give) => give({ token: world.owner.token }),
    transports: ['websocket'],
    reconnectionDelayMax: 1_000,
  });
  await authenticated();
}, 240_000);

afterAll(async () => {
  socket?.disconnect();
  counters?.disconnect();
  await wires?.close();
  await product?.stop();
  await stores?.remove();
}, 60_000);

const authenticated = () => new Promise((resolve) => socket.once('authenticated', resolve));

/** @param {string} what @param {Promise<Outcome>} answer @returns {Promise<Outcome>} */
function inTime(what, answer) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<Outcome>} */
  const silence = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ what, ok: false, code: `NO ANSWER WITHIN ${EVERY_CALL} ms` }), EVERY_CALL);
  });
  return Promise.race([answer.catch((cause) => ({ what, ok: false, code: String(cause) })), silence]).finally(() =>
    clearTimeout(timer),
  );
}

/** @param {string} route @param {unknown} [body] @param {string} [token] */
function ask(route, body, token = world.owner.token) {
  const [method = '', path = ''] = route.split(' ');
  const answer = call(product.url, method, path, { token: token === '' ? undefined : token, body });
  return inTime(
    route,
    answer.then(({ status, body: { code = '' } }) => ({ what: route, ok: status < 300, code })),
  );
}

/** @param {string} event @param {unknown} data */
function say(event, data) {
  const answer = socket.emitWithAck(event, data);
  return inTime(
    event,
    answer.then(({ ok, failure }) => ({ what: event, ok, code: failure?.code ?? '' })),
  );
}

/** Makes calls that reach each service and each store, over HTTP and the socket. @returns {Promise<Outcome[]>} */
async function sample() {
  await counters.flushall();
  const { chat, message, owner, file } = world;
  return Promise.all([
    ask('POST /api/auth/login', { email: owner.email, password: PASSWORD }, ''),
    ask('POST /api/auth/forgot-password', { email: owner.email }, ''),
    ask('POST /api/auth/passkey/options', {}, ''),
    ask('GET /api/users/profile'),
    ask('PUT /api/users/profile', { bio: 'still here' }),
    ask('GET /api/auth/sessions'),
    ask('GET /api/partners/status'),
    ask('PUT /api/partners/nickname', { nickname: 'Dear' }),
    ask('GET /api/notifications'),
    ask('GET /api/stats/couple'),
    ask('GET /api/messages/conversation'),
    ask('GET /api/messages/search?q=canary'),
    ask('POST /api/messages', { content: 'Hello' }),
    ask('PATCH /api/messages/read', {}),
    ask('POST /api/media/links', { ids: [file.id] }),
    ask(`GET /api/media/attachments/${file.id}/original`),
    ask('GET /socket.io/?EIO=4&transport=polling', undefined, ''),
    say('send_message', { content: 'Hello' }),
    say('message_read', { chatId: chat }),
    say('message_delivered', { chatId: chat, upTo: 1 }),
    say('toggle_reaction', { messageId: message.id, emoji: '👍' }),
    say('join_room', { chatId: chat }),
    say('typing', { chatId: chat, isTyping: true }),
    say('user_status', { status: 'online' }),
  ]);
}

/** @param {readonly Outcome[]} outcomes */
const failed = (outcomes) => outcomes.filter(({ ok }) => !ok).map(({ what, code }) => `${what}: ${code}`);

/** @param {readonly Outcome[]} outcomes */
const dishonest = (outcomes) => failed(outcomes.filter(({ code }) => !HONEST.includes(code)));

/** Waits until every call succeeds. A new connection then has all of its events of ten seconds left. */
async function recovered() {
  await eventually(async () => expect(failed(await sample())).toEqual([]), 60_000);
  socket.disconnect().connect();
  await authenticated();
}

describe('a silent store or process', () => {
  it('is tested for every address in the environment of a process', async () => {
    expect(unknown).toEqual([]);
    await recovered();
  }, 90_000);

  it.each(STORE_NAMES)(
    'lets every call end within ten seconds: %s',
    async (store) => {
      wires[store].set('both');
      const first = await sample();
      const second = await sample();
      wires[store].set('pass');
      expect([dishonest(first), dishonest(second)]).toEqual([[], []]);
      await recovered();
    },
    240_000,
  );

  it('makes sign-in fail and does not delay the other calls each time: redis', async () => {
    wires.redis.set('both');
    await sample();
    const login = await ask('POST /api/auth/login', { email: world.owner.email, password: PASSWORD }, '');
    /** @type {Outcome[]} */
    const others = [];
    const calls = (async () => {
      for (let count = 0; count < 20; count += 1) others.push(await ask('POST /api/auth/passkey/options', {}, ''));
      return { what: 'twenty calls', ok: true, code: '' };
    })();
    const all = await inTime('twenty calls', calls);
    wires.redis.set('pass');
    expect(login.code).toBe('UNAVAILABLE');
    expect(failed([all, ...others])).toEqual([]);
    await recovered();
  }, 240_000);

  it.each(PEERS)(
    'lets every call end within ten seconds while it is suspended: %s',
    async (name) => {
      const pids = product.pids();
      const pid = pids[name];
      if (!pid) throw new Error(`${name} has no process`);
      process.kill(pid, 'SIGSTOP');
      const outcomes = await sample();
      process.kill(pid, 'SIGCONT');
      // Realtime answers its own sockets only when it continues.
      expect(dishonest(outcomes).filter((line) => name !== 'realtime' || line.includes('/'))).toEqual([]);
      await recovered();
    },
    240_000,
  );
});
