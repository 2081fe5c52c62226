import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';

/** @typedef {import('./people.mjs').Member} Member @typedef {import('socket.io-client').Socket} Socket */

/** A connection may send 50 events in 10 s; this stays below. */
const REST = 215;

const CONTENT = 'The kettle is on, and the lake was pink again this morning. See you at nine?';

/** The number of clients that connect at the same time. */
const AT_ONCE = 50;

/** @param {string} url @param {Member} member @returns {Promise<Socket>} */
function connect(url, member) {
  const socket = io(url, { auth: { ...member }, transports: ['websocket'], forceNew: true, reconnection: false });
  return new Promise((resolve, reject) => {
    socket.once('authenticated', () => resolve(socket));
    socket.once('connect_error', reject);
    socket.once('authentication_error', ({ code }) => reject(new Error(code)));
  });
}

/** @param {string[]} urls replicas, taken in turn @param {Member[]} members */
export async function connectAll(urls, members) {
  /** @type {Socket[]} */
  const sockets = [];
  for (let start = 0; start < members.length; start += AT_ONCE) {
    sockets.push(
      ...(await Promise.all(
        members.slice(start, start + AT_ONCE).map((member, index) => connect(urls[index % urls.length], member)),
      )),
    );
  }
  return sockets;
}

/**
 * Sends messages and measures how long they take to reach the partner's connection.
 * @param {Socket[]} sockets the two of a couple side by side
 */
export function createTraffic(sockets) {
  /** @type {Map<string, {at: number, by: number}>} */
  const underWay = new Map();
  /** @type {number[]} */
  let times = [];
  /** @type {string[]} */
  const acknowledged = [];
  let refused = 0;
  let sent = 0;

  for (const [index, socket] of sockets.entries()) {
    socket.on('new_message', ({ clientMessageId }) => {
      const found = underWay.get(clientMessageId);
      if (!found || found.by === index) return;
      times.push(performance.now() - found.at);
      underWay.delete(clientMessageId);
    });
  }

  /** @param {number} by @returns {Promise<void>} */
  function send(by) {
    const clientMessageId = randomUUID();
    underWay.set(clientMessageId, { at: performance.now(), by });
    sent += 1;
    return new Promise((resolve) => {
      sockets[by].emit('send_message', { content: CONTENT, clientMessageId }, (/** @type {{ok: boolean}} */ answer) => {
        if (answer.ok) acknowledged.push(clientMessageId);
        else refused += 1;
        resolve();
      });
    });
  }

  /** Sends at a fixed rate, from all clients in turn. @param {number} rate messages per second @param {number} seconds */
  async function steadily(rate, seconds) {
    const since = performance.now();
    let turn = 0;
    for (let passed = 0; passed < seconds * 1_000; passed = performance.now() - since) {
      for (; turn < (passed / 1_000) * rate; turn += 1) void send((turn * 7_919) % sockets.length);
      await delay(2);
    }
  }

  /** Each client sends its next message after the acknowledgement of the last, within the rate limit. @param {number} seconds */
  async function flatOut(seconds) {
    const until = performance.now() + seconds * 1_000;
    await Promise.all(
      sockets.map(async (_, index) => {
        await delay((index / sockets.length) * REST);
        while (performance.now() < until) await Promise.all([send(index), delay(REST)]);
      }),
    );
  }

  return {
    /** @param {number | 'full'} rate @param {number} seconds */
    run: (rate, seconds) => (rate === 'full' ? flatOut(seconds) : steadily(rate, seconds)),
    /** Delivery times since the last call, in milliseconds, ascending. */
    take() {
      const taken = times.toSorted((a, b) => a - b);
      times = [];
      return taken;
    },
    /** Waits until all messages are delivered. */
    async quiet(within = 10_000) {
      for (const until = performance.now() + within; underWay.size > 0 && performance.now() < until; await delay(20));
    },
    counts: () => ({ sent, refused, unacknowledged: underWay.size }),
    acknowledged: () => acknowledged,
  };
}
