import { createServer, request } from 'node:http';

/**
 * How the S3 server behaves:
 * - `500`, `503`: answers with this status and stores nothing
 * - `reset`: resets the connection in the middle of a request
 * - `truncated`: stores the first half of an object and answers 200; breaks off in the middle of an answer
 * - `hung`: reads the request and never answers
 * - `slow`: sends a byte every half second, so that no idle limit ends the request
 * - `short`: answers with half of an object as if it were all of it
 */
export const MOODS = /** @type {const} */ (['500', '503', 'reset', 'truncated', 'hung', 'slow', 'short']);

/** @typedef {(typeof MOODS)[number]} Mood */
/** @typedef {import('node:http').IncomingMessage} Incoming @typedef {import('node:http').ServerResponse} Outgoing */

/** Milliseconds between two bytes of the mood `slow`. */
const DRIP = 500;

/** Sends text a byte at a time, until the client has closed the connection. @param {import('node:net').Socket} socket @param {Buffer} bytes */
function drip(socket, bytes) {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at === bytes.length) return void clearInterval(timer);
    socket.write(bytes.subarray(at, (at += 1)));
  }, DRIP);
  socket.once('close', () => clearInterval(timer));
}

/** @param {Incoming} incoming @returns {Promise<Buffer>} */
const bodyOf = async (incoming) => Buffer.concat(await incoming.toArray());

/**
 * A proxy in front of the real S3 server that lets every second object request fail in the chosen way, by chance.
 * @param {string} endpoint
 */
export async function createHostileS3(endpoint) {
  const { hostname, port } = new URL(endpoint);
  /** @type {Mood | null} */
  let mood = null;
  /** @type {() => boolean} */
  let strikes = () => false;
  let struck = 0;

  /** The server's answer to a request, whose signature covers the Host header. @param {Incoming} incoming @param {Buffer} body */
  const ask = (incoming, body) =>
    new Promise((resolve, reject) => {
      const headers = { ...incoming.headers };
      // A body that is cut has another length, which no signature of our client covers.
      if (headers['content-length']) headers['content-length'] = String(body.length);
      const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, resolve);
      onward.once('error', reject).end(body);
    });

  /** @type {Record<Mood, (incoming: Incoming, outgoing: Outgoing) => unknown>} */
  const strike = {
    500: (incoming, outgoing) => incoming.resume().once('end', () => outgoing.writeHead(500).end()),
    503: (incoming, outgoing) => incoming.resume().once('end', () => outgoing.writeHead(503).end()),
    reset(incoming) {
      if (incoming.method === 'GET') incoming.socket.resetAndDestroy();
      else incoming.once('data', () => incoming.socket.resetAndDestroy());
    },
    hung: (incoming) => incoming.resume(),
    async truncated(incoming, outgoing) {
      const body = await bodyOf(incoming);
      const answer = await ask(incoming, body.subarray(0, Math.ceil(body.length / 2)));
      const bytes = await bodyOf(answer);
      outgoing.writeHead(answer.statusCode, answer.headers);
      if (incoming.method === 'GET')
        return outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.destroy());
      outgoing.end(bytes);
    },
    async slow(incoming) {
      const answer = await ask(incoming, await bodyOf(incoming));
      const bytes = await bodyOf(answer);
      const { socket } = incoming;
      socket.write(`HTTP/1.1 ${answer.statusCode} OK\r\ncontent-length: ${bytes.length}\r\n`);
      // An upload's answer has no body, so its headers are slow instead.
      if (incoming.method === 'GET') socket.write('\r\n');
      drip(socket, incoming.method === 'GET' ? bytes : Buffer.from(`x-slow: ${'x'.repeat(120)}\r\n\r\n`));
    },
    async short(incoming, outgoing) {
      const answer = await ask(incoming, await bodyOf(incoming));
      const bytes = await bodyOf(answer);
      const half = incoming.method === 'GET' ? bytes.subarray(0, bytes.length / 2) : bytes;
      outgoing.writeHead(answer.statusCode, { ...answer.headers, 'content-length': String(half.length) }).end(half);
    },
  };

  /** @param {Incoming} incoming @param {Outgoing} outgoing */
  function pass(incoming, outgoing) {
    const onward = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.once('error', () => outgoing.destroy());
        answer.pipe(outgoing);
      },
    );
    onward.once('error', () => incoming.socket.destroy());
    incoming.once('error', () => onward.destroy()).pipe(onward);
  }

  const server = createServer((incoming, outgoing) => {
    const isObject = new URL(String(incoming.url), endpoint).pathname.split('/').filter(Boolean).length > 1;
    if (mood === null || !isObject || incoming.method === 'DELETE' || !strikes()) return pass(incoming, outgoing);
    struck += 1;
    void Promise.resolve(strike[mood](incoming, outgoing)).catch(() => incoming.socket.destroy());
  });
  // As long as the server behind it: a call fails if a connection is closed at the moment of its reuse.
  server.keepAliveTimeout = 120_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** @param {Mood | null} next null passes everything on @param {() => boolean} [chance] whether a request fails @returns how many requests have failed since the last call */
    set(next, chance = () => true) {
      const count = struck;
      [mood, strikes, struck] = [next, chance, 0];
      return count;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
