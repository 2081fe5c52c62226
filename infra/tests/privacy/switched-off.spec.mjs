import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { call, link, must, newcomer, say } from '../authorisation/world.mjs';
import { eventually, until } from '../../local/eventually.mjs';
import { useProduct } from '../running-product.mjs';
import { READS, connect, createObserver, differences } from './observer.mjs';

/**
 * @typedef {import('socket.io-client').Socket} Socket
 * @typedef {import('../authorisation/world.mjs').Person} Person
 * @typedef {'readReceipts' | 'typing' | 'online' | 'lastSeen'} Switch
 * @typedef {Partial<Record<Switch, boolean>>} Switches
 * @typedef {{chatId: string, actor: Person, observer: Person}} Pair
 * @typedef {{pair: Pair, socket: Socket, seq: number}} Scene
 */

const ALL_ON = { readReceipts: true, typing: true, online: true, lastSeen: true };
const ALL_OFF = { readReceipts: false, typing: false, online: false, lastSeen: false };

/** @param {Promise<{ok: boolean}>} answer */
async function accepted(answer) {
  expect(await answer).toMatchObject({ ok: true });
}

/** The acts that reveal a person's presence, and the switch that hides each. @type {Record<string, {hiddenBy: Switch, act: (scene: Scene) => Promise<unknown>}>} */
const ACTS = {
  'a delivery over the socket': {
    hiddenBy: 'readReceipts',
    act: ({ pair: { chatId }, socket, seq }) =>
      accepted(socket.emitWithAck('message_delivered', { chatId, upTo: seq })),
  },
  'a delivery over REST': {
    hiddenBy: 'readReceipts',
    act: ({ pair: { chatId, actor }, seq }) =>
      must(product.url, 'PATCH', '/api/messages/delivered', { token: actor.token, body: { chatId, upTo: seq } }),
  },
  'a read over the socket': {
    hiddenBy: 'readReceipts',
    act: ({ pair: { chatId }, socket, seq }) => accepted(socket.emitWithAck('message_read', { chatId, upTo: seq })),
  },
  'a read over REST': {
    hiddenBy: 'readReceipts',
    act: ({ pair: { chatId, actor } }) =>
      must(product.url, 'PATCH', '/api/messages/read', { token: actor.token, body: { chatId } }),
  },
  'looking at everything': {
    hiddenBy: 'readReceipts',
    act: ({ pair: { actor } }) =>
      Promise.all(READS.map((path) => call(product.url, 'GET', path, { token: actor.token }))),
  },
  typing: {
    hiddenBy: 'typing',
    act: ({ pair: { chatId }, socket }) => accepted(socket.emitWithAck('typing', { chatId, isTyping: true })),
  },
  'coming online': {
    hiddenBy: 'online',
    act: ({ socket }) => accepted(socket.emitWithAck('user_status', { status: 'online' })),
  },
};

/** Opening the conversation alone shows the partner nothing. */
const VISIBLE = Object.keys(ACTS).filter((name) => name !== 'looking at everything');

/** The person who switched a setting off, by setting. @type {Record<string, (hiddenBy: Switch) => {actor?: Switches, observer?: Switches}>} */
const OFF = {
  'the actor’s own setting': (hiddenBy) => ({ actor: { [hiddenBy]: false } }),
  'the observer’s setting': (hiddenBy) => ({ observer: { [hiddenBy]: false } }),
  'all settings of the actor': () => ({ actor: ALL_OFF }),
};

/** @type {import('../running-product.mjs').UsedProduct} */
let product;
/** @type {pg.Client} */
let admin;
/** One couple hides, the other shows: presence changes of one case must not reach the next. @type {{hiding: Pair, showing: Pair}} */
let pairs;

/** @returns {Promise<Pair>} */
async function pairUp() {
  const [actor, observer] = [await newcomer(product.url, 'Ben'), await newcomer(product.url, 'Ada')];
  // In the evening a reminder of today's question would arrive between two observations.
  const notifications = { matrix: { dailyQuestion: { inApp: false, push: false, email: false } } };
  for (const { token } of [actor, observer])
    await must(product.url, 'PUT', '/api/users/settings', { token, body: { settings: { notifications } } });
  return { actor, observer, chatId: await link(product.url, actor, observer) };
}

beforeAll(async () => {
  product = await useProduct('switched-off');
  admin = new pg.Client({ connectionString: product.adminUrl });
  await admin.connect();
  pairs = { hiding: await pairUp(), showing: await pairUp() };
}, 180_000);

// A fast machine exceeds the rate limits of one person.
beforeEach(() => product.clearRateLimits());

afterAll(async () => {
  await admin?.end();
  await product?.release();
}, 60_000);

/** Sets a person's switches and waits until messaging has consumed the event. @param {Person} person @param {Switches} [given] */
async function set({ id, token }, given) {
  const privacy = { ...ALL_ON, ...given };
  await must(product.url, 'PUT', '/api/users/settings', { token, body: { settings: { privacy } } });
  await eventually(async () => {
    const { rows } = await admin.query(
      'SELECT read_receipts AS "readReceipts", typing, online, last_seen AS "lastSeen" FROM messaging.people WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([privacy]);
  });
}

/** Waits until the effects of the last step have arrived. @param {ReturnType<typeof createObserver>} observer */
async function restingRead(observer) {
  let read = await observer.read();
  await until('nothing changes any more', async () => {
    const before = JSON.stringify(read);
    read = await observer.read();
    return JSON.stringify(read) === before;
  });
  await observer.settled();
  return read;
}

/**
 * Everything that the observer can find out before an act and after it.
 * @param {Pair} pair @param {keyof typeof ACTS} name @param {{actor?: Switches, observer?: Switches}} off
 */
async function compare(pair, name, off) {
  await set(pair.actor, off.actor);
  await set(pair.observer, off.observer);
  const sockets = [
    await connect(product.url, pair.observer.token),
    await connect(product.url, pair.actor.token, 'away'),
  ];
  try {
    const observer = createObserver(product.url, pair.observer.token, sockets[0]);
    const { seq } = await say(product.url, pair.observer, `unread ${name}`);
    const before = { read: await restingRead(observer), news: observer.news() };
    await ACTS[name].act({ pair, socket: sockets[1], seq });
    await observer.settled();
    return { seq, before, after: { read: await observer.read(), news: observer.news() } };
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

/**
 * A new couple, of whom the actor comes online and leaves while the observer watches.
 * @param {{actor?: Switches, observer?: Switches}} off
 */
async function comeAndLeave(off) {
  const { actor, observer } = await pairUp();
  await set(actor, off.actor);
  await set(observer, off.observer);
  const socket = await connect(product.url, observer.token);
  const { news, settled } = createObserver(product.url, observer.token, socket);
  const left = new Promise((resolve) => socket.once('user_offline', resolve));
  (await connect(product.url, actor.token)).disconnect();
  return { left, settled, visits: () => news().filter((one) => one.startsWith('["last_seen"')), socket };
}

/** @param {Pair} pair */
const ownMarker = async ({ actor }) =>
  (await must(product.url, 'GET', '/api/messages/sync?after=0&ownAfter=0', { token: actor.token })).own.changes[0]
    ?.marker;

const cases = Object.keys(ACTS).flatMap((act) => Object.keys(OFF).map((off) => /** @type {const} */ ([act, off])));

describe('a privacy setting that is off', () => {
  it.each(cases)(
    'leaves no trace of %s at the partner: %s',
    async (name, off) => {
      const { seq, before, after } = await compare(pairs.hiding, name, OFF[off](ACTS[name].hiddenBy));
      expect(differences(before, after)).toEqual([]);
      // The acting person still sees the own marker.
      const marker = await ownMarker(pairs.hiding);
      if (name.startsWith('a read')) expect(marker).toMatchObject({ upTo: seq });
      if (name.startsWith('a delivery')) expect(marker).toMatchObject({ deliveredUpTo: seq });
    },
    60_000,
  );
});

describe('a privacy setting that is on', () => {
  it.each(VISIBLE)(
    'shows %s, so the comparison can see it',
    async (name) => {
      const { before, after } = await compare(pairs.showing, name, {});
      expect(differences(before, after)).not.toEqual([]);
    },
    60_000,
  );
});

describe('the time of the last visit', () => {
  it('reaches the observer unless one of the two hides it, also when the actor leaves in sight', async () => {
    const hidden = [
      await comeAndLeave({ actor: { lastSeen: false } }),
      await comeAndLeave({ observer: { lastSeen: false } }),
    ];
    const shown = await comeAndLeave({});
    try {
      for (const { left } of [...hidden, shown]) await left;
      // The last one to leave. A visit of the others would have been sent before.
      await eventually(() => expect(shown.visits()).toEqual([expect.stringContaining('"at":"')]));
      for (const { settled, visits } of hidden) {
        await settled();
        expect(visits()).toEqual([]);
      }
    } finally {
      for (const { socket } of [...hidden, shown]) socket.disconnect();
    }
  }, 60_000);
});

describe('a privacy setting that is on again', () => {
  it('shows the next read, and never the time of a hidden one', async () => {
    const { actor, observer, chatId } = pairs.hiding;
    const readAll = async () =>
      (await must(product.url, 'PATCH', '/api/messages/read', { token: actor.token, body: { chatId } })).readAt;
    await set(actor, { readReceipts: false });
    await set(observer);
    await say(product.url, observer, 'unread and hidden');
    const hidden = await readAll();
    await set(actor);
    await say(product.url, observer, 'unread and shown');
    const shown = await readAll();
    const socket = await connect(product.url, observer.token);
    const seen = JSON.stringify(await createObserver(product.url, observer.token, socket).read());
    socket.disconnect();
    expect(seen).toContain(shown);
    expect(seen).not.toContain(hidden);
  }, 60_000);
});
