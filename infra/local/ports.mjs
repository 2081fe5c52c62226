import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import { Failure } from './failure.mjs';

/**
 * Private ports are below the ephemeral ports of Linux (from 32768) and macOS (from 49152). A restarting store must find its
 * port free, and a client that retries a port of the ephemeral range can even connect to itself.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * Two processes that look for ports at the same moment would find the same ones: the workers of the tests, and the command
 * that starts them, each have a part of the range.
 */
const PARTS = 4;
const SIZE = (HIGHEST - LOWEST) / PARTS;
const FIRST = LOWEST + (Number(process.env.JEST_WORKER_ID ?? 0) % PARTS) * SIZE;

/** Ports that this process handed out already, even if nothing listens there yet. @type {Set<number>} */
const taken = new Set();

/**
 * @param {number} port
 * @param {string} [host] all addresses when missing
 * @returns {Promise<string | null>} null when free, else the system's error code
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
    const port = randomInt(FIRST, FIRST + SIZE);
    if (taken.has(port) || (await probePort(port, '127.0.0.1')) !== null) continue;
    taken.add(port);
    return port;
  }
  throw new Failure(
    `No free port between ${FIRST} and ${FIRST + SIZE}: stop something that listens there and try again.`,
  );
}

/**
 * Parses the product's port, which the user chose.
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
  // Some systems allow a listener on one address beside a listener on all addresses.
  const code = (await probePort(port)) ?? (await probePort(port, '127.0.0.1'));
  if (code === null) return;
  if (code === 'EACCES')
    throw new Failure(
      `Port ${port} may not be opened by this user: choose one above 1023, for example PORT=8081 npm start.`,
    );
  throw new Failure(
    `Port ${port} is busy: stop the program that listens there, or choose another with PORT=${port + 1} npm start.`,
  );
}
