import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { LOCAL } from './places.mjs';
import { readPidFile, stillRuns } from './processes.mjs';

/** @typedef {{id: string, token: string, firstName: string}} Person */

/** The URL of this checkout's product. */
function address() {
  if (process.env.PORT) return `http://localhost:${process.env.PORT}`;
  const running = readPidFile(join(LOCAL, 'run', 'start.lock'));
  return running?.url && stillRuns(running) ? running.url : 'http://localhost:8080';
}

export const url = address();

/**
 * Calls the API and waits when a rate limit refuses.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: unknown}} [options] a form is sent as it is, all else as JSON
 * @returns {Promise<{status: number, body: any}>}
 */
export async function call(method, path, { token, body } = {}) {
  for (;;) {
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    };
    const request = {
      method,
      headers,
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    };
    const answer = await fetch(`${url}/api${path}`, request).catch(() => {
      throw new Failure(`Duet does not answer on ${url}: run npm start first, in another terminal.`);
    });
    if (answer.status !== 429) return { status: answer.status, body: await answer.json().catch(() => ({})) };
    const wait = Number(answer.headers.get('retry-after') ?? 1);
    process.stdout.write(`Waiting ${wait} s, as the product asks …\n`);
    await delay(wait * 1_000);
  }
}

/** Calls the API and throws unless it succeeds. @param {Parameters<typeof call>} request */
export async function must(...request) {
  const { status, body } = await call(...request);
  if (status < 300) return body.data ?? body;
  throw new Failure(
    `${request[0]} ${request[1]} was answered with ${status} ${body.code ?? ''}: ${body.message ?? 'no message'}`,
  );
}

/** An id of the demo that is the same at each run. @param {Person[]} people @param {string | number} name */
export function demoId(people, name) {
  const hex = createHash('sha256')
    .update([...people.map((one) => one.id), name].join('/'))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
