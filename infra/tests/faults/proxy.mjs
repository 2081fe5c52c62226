import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * `pass` forwards everything. The others drop bytes to the server (`up`), from it (`down`) or both, and leave the connections
 * open, as a broken network does.
 * @typedef {'pass' | 'up' | 'down' | 'both'} Mode
 */

/** Writes chunks to a socket in their order, each `late` milliseconds after it came. @param {import('node:net').Socket} to */
function inOrder(to) {
  let waiting = 0;
  let last = Promise.resolve();
  return (/** @type {Buffer} */ data, /** @type {number} */ late) => {
    if (late === 0 && waiting === 0) return void to.write(data);
    waiting += 1;
    const due = delay(late);
    last = last
      .then(() => due)
      .then(() => {
        waiting -= 1;
        if (!to.destroyed) to.write(data);
      });
  };
}

/**
 * A TCP proxy between a process and a store.
 * @param {string} target the store's URL
 */
export async function createProxy(target) {
  const { hostname, port } = new URL(target);
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  /** @type {Mode} */
  let mode = 'pass';
  /** Milliseconds by which each answer of the store is late. */
  let late = 0;
  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    }
    const answer = inOrder(client);
    client.on('data', (data) => void (mode === 'pass' || mode === 'down' ? upstream.write(data) : undefined));
    upstream.on('data', (data) => void (mode === 'pass' || mode === 'up' ? answer(data, late) : undefined));
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    /** The URL with the proxy's host and port. @param {string} url */
    instead(url) {
      const changed = new URL(url);
      changed.host = `127.0.0.1:${address.port}`;
      return changed.href.replace(/\/$/, '');
    },
    /** Dropped bytes are not sent later, so connections that lost some are closed when the network is back. @param {Mode} next */
    set(next) {
      const wasBroken = mode !== 'pass';
      mode = next;
      if (next === 'pass' && wasBroken) for (const socket of sockets) socket.destroy();
    },
    /** Delays every answer of the store from now on. @param {number} milliseconds */
    setLate: (milliseconds) => void (late = milliseconds),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof createProxy>>} Proxy */
