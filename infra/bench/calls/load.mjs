import { Agent, request } from 'node:http';

/**
 * @typedef {object} Call
 * @property {'GET' | 'POST'} method
 * @property {string} url
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 */

/** @param {Agent} agent @param {Call} call @returns {Promise<string>} the answer's body */
export function send(agent, { method, url, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const outgoing = request(url, { agent, method, headers: { ...headers, ...content } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (/** @type {string} */ part) => (text += part));
      answer.on('end', () => {
        if (answer.statusCode && answer.statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${url}: ${answer.statusCode} ${text}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Sends calls over a number of connections, each the next after the answer of the last.
 * @param {(turn: number) => Call} callOf @param {number} connections @param {number} seconds
 * @returns {Promise<{answered: number, seconds: number}>}
 */
export async function flatOut(callOf, connections, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const since = performance.now();
  let turn = 0;
  let answered = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - since < seconds * 1_000) {
        await send(agent, callOf(turn++));
        answered += 1;
      }
    }),
  );
  agent.destroy();
  return { answered, seconds: (performance.now() - since) / 1_000 };
}
