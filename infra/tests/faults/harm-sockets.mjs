import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { until } from './convergence.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools @typedef {import('socket.io-client').Socket} Socket */

/** Bytes of a frame beyond every limit. */
const HUGE = 5 * 1024 * 1024;

/** Bytes by which an edge may have grown after the fault: its caches fill, and its heap is collected later. */
const GROWTH = 96 * 1024 * 1024;

/** Milliseconds until an edge has let go of what the fault left. */
const LET_GO_WITHIN = 45_000;

const EDGES = /** @type {const} */ (['gateway', 'realtime', 'realtime-2']);

/** @param {Scene} scene @param {number} index of the socket: the replicas take turns */
const urlOf = ({ product }, index) => String(product.processes[index % 2 === 0 ? 'realtime' : 'realtime-2'].url);

/** @param {string} url @param {string} token */
const open = (url, token) =>
  io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true, timeout: 30_000 });

/** @param {Socket} socket @returns {Promise<string>} the first event that decides */
const decided = (socket) =>
  new Promise((resolve) => {
    for (const event of ['authenticated', 'authentication_error', 'connect_error', 'disconnect'])
      socket.once(event, () => resolve(event));
  });

/** The heap of a process in bytes. @param {Scene} scene @param {string} name */
async function heapOf({ product }, name) {
  const page = await (await fetch(`${product.processes[name].opsUrl}/metrics`)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(page)?.[1]);
}

/**
 * Lets strangers harm the edges while the couples go on. No edge grows, and the sends of the couples are compared with those
 * before in the same run.
 * @param {(scene: Scene, tools: Tools) => Promise<unknown>} harm @returns {import('./faults.mjs').Harm}
 */
const beside = (harm) => async (scene, tools) => {
  const { history } = scene;
  const before = new Map(
    await Promise.all(EDGES.map(async (name) => /** @type {const} */ ([name, await heapOf(scene, name)]))),
  );
  const usual = history.takeMedian();
  await harm(scene, tools);
  const meanwhile = history.takeMedian();
  history.write({ kind: 'sends', usual, meanwhile, ratio: meanwhile / usual });
  const { lacks } = await until(async () => {
    const grown = await Promise.all(EDGES.map(async (name) => (await heapOf(scene, name)) - Number(before.get(name))));
    const worst = grown.findIndex((bytes) => bytes > GROWTH);
    return worst === -1 ? null : `the heap of ${EDGES[worst]} has grown by ${Math.round(grown[worst] / 2 ** 20)} MB`;
  }, LET_GO_WITHIN);
  if (lacks) history.violate('memory stays flat', lacks);
};

/** Many sockets of signed-in people come back at the same moment, and all devices with them. @param {Scene} scene @param {Tools} tools */
async function cameBack(scene, { short }) {
  const { devices, history } = scene;
  for (const device of devices) device.cut();
  const sockets = Array.from({ length: short ? 100 : 1_000 }, (_, index) =>
    open(urlOf(scene, index), devices[index % devices.length].person.token),
  );
  const outcomes = await Promise.all(sockets.map(decided));
  for (const socket of sockets) socket.disconnect();
  const counts = Object.fromEntries([...Map.groupBy(outcomes, (one) => one)].map(([name, all]) => [name, all.length]));
  history.write({ kind: 'storm', ...counts });
  // A token may expire meanwhile; most of them are good.
  if ((counts.authenticated ?? 0) < outcomes.length / 2)
    history.violate('a valid token is let in', JSON.stringify(counts));
}

/** Sockets of the couples that never read what they receive. @param {Scene} scene @param {Tools} tools */
async function deaf(scene, { short }) {
  const { devices } = scene;
  const sockets = Array.from({ length: short ? 20 : 200 }, (_, index) =>
    open(urlOf(scene, index), devices[index % devices.length].person.token),
  );
  await Promise.all(sockets.map(decided));
  for (const socket of sockets) {
    const transport = /** @type {{ws?: {pause: () => void}}} */ (/** @type {unknown} */ (socket.io.engine?.transport));
    if (socket.connected) transport?.ws?.pause();
  }
  await delay(short ? 5_000 : 30_000);
  for (const socket of sockets) socket.disconnect();
}

/** Sockets that send frames beyond the limit, each after a new start. @param {Scene} scene @param {Tools} tools */
async function huge(scene, { short }) {
  const { devices, history } = scene;
  const content = 'x'.repeat(HUGE);
  await Promise.all(
    Array.from({ length: short ? 4 : 20 }, async (_, index) => {
      for (let times = 0; times < (short ? 1 : 5); times += 1) {
        const socket = open(urlOf(scene, index), devices[index % devices.length].person.token);
        if ((await decided(socket)) !== 'authenticated') continue;
        const answer = await Promise.race([
          socket
            .timeout(20_000)
            .emitWithAck('send_message', { content })
            .catch(() => ({ ok: null })),
          new Promise((resolve) => socket.once('disconnect', () => resolve({ ok: false }))),
        ]);
        if (answer.ok !== false)
          history.violate('a frame beyond the limit is refused', JSON.stringify(answer).slice(0, 100));
        socket.disconnect();
      }
    }),
  );
}

/** Connections that begin a request and never end it. @param {Scene} scene @param {Tools} tools */
async function halfOpen({ product }, { short }) {
  const sockets = Array.from({ length: short ? 60 : 600 }, (_, index) => {
    const { hostname, port } = new URL(String(product.processes[EDGES[index % EDGES.length]].url));
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined).resume();
    // The first ones say nothing at all.
    if (index % 3 > 0) socket.write('POST /api/messages HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n');
    if (index % 3 > 1) socket.write('\r\nhalf');
    return socket;
  });
  await delay(short ? 5_000 : 30_000);
  for (const socket of sockets) socket.destroy();
}

/** Harm by clients, by the name of the fault. @type {Record<string, import('./faults.mjs').Harm>} */
export const SOCKETS = {
  'storm-valid': beside(cameBack),
  'deaf-sockets': beside(deaf),
  'huge-frames': beside(huge),
  'half-open': beside(halfOpen),
};
