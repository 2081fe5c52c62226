import { Agent, request as open } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { SOCKET_EVENTS } from '../authorisation/socket-events.mjs';
import { call, makeWorld } from '../authorisation/world.mjs';
import { createRandom } from '../faults/random.mjs';
import { createGenerator } from './generated-input.mjs';

/**
 * @typedef {import('./generated-input.mjs').Request} Request
 * @typedef {{route: string, what: string, sample: string}} Finding
 * @typedef {{requests: number, events: number, unanswered: Finding[], statuses: Record<string, number>, slowest: number, findings: Finding[]}} Outcome
 */

/** Milliseconds within which every request and event is answered. */
const WITHIN = 10_000;

/** The number of requests between two looks at the couple: a valid request may have ended it, or a session. */
const ROUND = 250;

const AT_ONCE = 12;

/** Failures that say the product did not expect the input. */
const UNEXPECTED = ['INTERNAL', 'UNAVAILABLE', 'TIMEOUT'];

/** @param {URL} origin @param {Agent | false} agent @param {Request} given @returns {Promise<{status: number, text: string}>} status 0: the server closed the connection without an answer */
function send(origin, agent, { method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const given = { host: origin.hostname, port: origin.port, agent, method, path };
    // Node sends the length of a body by itself, but not with DELETE: the server would take the body for the next request.
    const sent = body === null ? headers : { ...headers, 'content-length': String(body.length) };
    const call = open({ ...given, headers: sent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => (text = text.length < 300 ? text + part : text));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.setTimeout(WITHIN, () => reject(new Error(`no answer within ${WITHIN} ms`)));
    call.on('error', ({ message }) => resolve({ status: 0, text: message }));
    call.end(body ?? undefined);
  });
}

/** @param {Request} request */
const shown = ({ method, path, headers, body }) =>
  `${method} ${path.slice(0, 300)} ${headers['content-type'] ?? ''} ${body ? `${body.length} bytes: ${JSON.stringify(body.subarray(0, 400).toString('utf8'))}` : ''}`;

/**
 * Sends generated requests and socket events to a running product, signed in as both of a couple and as a stranger.
 * @param {object} options
 * @param {string} options.url
 * @param {() => Promise<unknown>} options.clearRateLimits
 * @param {number} options.requests
 * @param {number} options.events
 * @param {number} options.seed repeats the kinds of input; ids of people differ
 * @param {(sent: number) => Promise<unknown>} [options.onRound]
 * @returns {Promise<Outcome>}
 */
export async function runInput({ url, clearRateLimits, requests, events, seed, onRound = async () => undefined }) {
  const random = createRandom(seed);
  const origin = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let world = await makeWorld(url);
  const generator = createGenerator(await (await fetch(`${url}/api/docs/openapi.json`)).json(), random, () => world);
  /** @type {Outcome} */
  const outcome = { requests: 0, events: 0, unanswered: [], statuses: {}, slowest: 0, findings: [] };

  /** @param {string} route @param {string} what @param {string} sample */
  const note = (route, what, sample) => void outcome.findings.push({ route, what, sample });

  async function sendOne() {
    const request = generator.request();
    const began = performance.now();
    try {
      // A connection that a broken request closed may be in the agent's pool for a moment longer: once more on one of its own.
      const first = await send(origin, agent, request);
      const { status, text } = first.status === 0 ? await send(origin, false, request) : first;
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
      if (status === 0) outcome.unanswered.push({ route: request.route, what: text, sample: shown(request) });
      if (status >= 500) note(request.route, `${status} ${text}`, shown(request));
    } catch (cause) {
      note(request.route, String(cause), shown(request));
    }
    outcome.requests += 1;
    outcome.slowest = Math.max(outcome.slowest, performance.now() - began);
  }

  async function sendEvents(/** @type {number} */ count) {
    const socket = io(url, {
      auth: { token: world.owner.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    await new Promise((resolve, reject) => {
      socket.once('authenticated', resolve);
      socket.once('connect_error', reject);
      socket.once('disconnect', reject);
    });
    await Promise.all(
      Array.from({ length: count }, async () => {
        const { event, data } = generator.socketEvent();
        outcome.events += 1;
        // An event that does not exist has no answer.
        if (!Object.hasOwn(SOCKET_EVENTS, event)) return void socket.emit(event, data);
        const answer = await Promise.race([
          socket
            .timeout(WITHIN)
            .emitWithAck(event, data)
            .catch(() => null),
          new Promise((resolve) => socket.once('disconnect', () => resolve('closed'))),
        ]);
        if (answer === null || UNEXPECTED.includes(answer.failure?.code))
          note(
            event,
            answer === null ? `no answer within ${WITHIN} ms` : JSON.stringify(answer),
            JSON.stringify(data).slice(0, 400),
          );
      }),
    );
    socket.disconnect();
  }

  /** Whether the owner's session and couple still exist. */
  async function isWhole() {
    const { status, body } = await call(url, 'GET', '/api/partners/status', { token: world.owner.token });
    const partner = await call(url, 'GET', '/api/users/profile', { token: world.partner.token });
    return status === 200 && partner.status === 200 && (body.data ?? body).couple?.chatId === world.chat;
  }

  const over = new AbortController();
  const limits = (async () => {
    while (!over.signal.aborted) {
      await clearRateLimits();
      await delay(50);
    }
  })();
  try {
    while (outcome.requests < requests || outcome.events < events) {
      const count = Math.min(ROUND, requests - outcome.requests);
      let left = count;
      const worker = async () => {
        for (; left > 0;) {
          left -= 1;
          await sendOne();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      if (!(await isWhole())) world = await makeWorld(url);
      if (outcome.events < events) await sendEvents(Math.min(25, events - outcome.events));
      await onRound(outcome.requests);
    }
  } finally {
    over.abort();
    await limits;
    agent.destroy();
  }
  return outcome;
}
