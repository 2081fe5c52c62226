import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import { Failure } from './failure.mjs';

/**
 * Private ports come from here, below what Linux (32768) and macOS (49152) hand out to outgoing connections: a store that
 * is down for a moment must find its port free again, and a client that keeps dialling a port of the ephemeral range can
 * even connect to itself.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Handed out by this process already, although nothing may listen there yet. @type {Set<number>} */
const taken = new Set();

/**
 * @param {number} port
 * @param {string} [host] all addresses when missing
 * @returns {Promise<string | null>} null when free, else the system's code for why not
 */
export function probePort(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (cause) => resolve('code' in cause ? String(cause.code) : 'unknown'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** A port on loopback that nothing uses. */
export async function freePort() {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    if (taken.has(port) || (await probePort(port, '127.0.0.1')) !== null) continue;
    taken.add(port);
    return port;
  }
  throw new Failure(`No free port between ${LOWEST} and ${HIGHEST}: stop something that listens there and try again.`);
}

/**
 * The port of the product itself, which the person chose.
 * @param {string | undefined} given
 * @returns {number}
 */
export function parsePort(given) {
  const port = Number(given ?? '8080');
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Failure(`PORT=${given} is not a port: choose a number from 1 to 65535, for example PORT=8081 npm start.`);
}

/** @param {number} port */
export async function requirePort(port) {
  // Both: some systems let a listener on one address sit beside a listener on all of them.
  const code = (await probePort(port)) ?? (await probePort(port, '127.0.0.1'));
  if (code === null) return;
  if (code === 'EACCES') throw new Failure(`Port ${port} may not be opened by this user: choose one above 1023, for example PORT=8081 npm start.`);
  throw new Failure(`Port ${port} is busy: stop what listens there, or choose another with PORT=${port + 1} npm start.`);
}
