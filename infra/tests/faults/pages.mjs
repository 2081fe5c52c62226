import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { call } from './http-client.mjs';
import { renew } from './people.mjs';

/** @typedef {import('./device.mjs').Device} Device @typedef {Parameters<typeof import('./device.mjs').createDevice>[0]} Given */

/** The longest time until a loaded page has its whole conversation, in milliseconds. */
const READ_WITHIN = 240_000;

/** A build's own client, with its contracts and its `fold`. @param {string} root @returns {Promise<typeof import('./device.mjs').createDevice>} */
const clientOf = async (root) =>
  (await import(pathToFileURL(join(root, 'infra', 'tests', 'faults', 'device.mjs')).href)).createDevice;

/** Scrolls up to the first message, because a new page has the latest hundred. @param {Device} device @param {import('./history.mjs').History} history */
async function readOlder(device, history) {
  for (const deadline = Date.now() + READ_WITHIN; Date.now() < deadline;) {
    const oldest = Math.min(...device.messages().map(({ seq }) => seq));
    if (oldest === 1) return;
    if (oldest === Infinity) {
      device.sync();
      await delay(200);
      continue;
    }
    const { outcome, body } = await device.http('GET', `/api/messages/conversation?limit=100&before=${oldest}`);
    if (outcome === 'ok') device.arrive({ kind: 'page', page: body });
    else await delay(1_000);
  }
  history.violate('a loaded page shows its conversation', `${device.person.id} read it in vain`);
}

/**
 * Sends a form by this checkout's client: those of earlier builds cannot.
 * @param {Given} given @param {string} method @param {string} path @param {FormData} body
 */
async function sendForm({ origin, person, history }, method, path, body) {
  const answer = await call(origin, method, path, { token: person.token, from: person.from, body });
  history.took(`${method} ${path}`, answer.took);
  if (answer.status === 401) await renew(origin, person);
  return answer;
}

/**
 * A device whose page can be loaded again from another build. Until then the page of its build goes on, whatever answers it.
 * @param {Given} given @param {string} root the build of its page
 */
export async function openPage(given, root) {
  let build = root;
  let device = (await clientOf(build))(given);
  return {
    person: given.person,
    couple: given.couple,
    http: /** @type {Device['http']} */ (
      (method, path, body) =>
        body instanceof FormData ? sendForm(given, method, path, body) : device.http(method, path, body)
    ),
    ask: /** @type {Device['ask']} */ ((...question) => device.ask(...question)),
    arrive: /** @type {Device['arrive']} */ ((incoming) => device.arrive(incoming)),
    sync: () => device.sync(),
    state: () => device.state(),
    messages: () => device.messages(),
    isOnline: () => device.isOnline(),
    cut: () => device.cut(),
    close: () => device.close(),
    /** Loads the page of a build, unless it is loaded. @param {string} next */
    async load(next) {
      if (next === build) return;
      const create = await clientOf(next);
      device.close();
      device = create(given);
      build = next;
      await readOlder(device, given.history);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openPage>>} Page */
